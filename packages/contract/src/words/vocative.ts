/** First names in the vocative, for greetings: «Καλώς ήρθατε, Γιώργο». */

const vowels = /αι|ει|οι|υι|ου|αυ|ευ|ηυ|[αεηιοωυϊϋ]/g
const accented = /[άέήίόύώΐΰ]/

const list = (names: string) => new Set(names.split(' '))

/** Without accents, as in capitals. All others on -ιος are learned: Γεώργιε. */
const endInO = list(
  'στελιος μενιος αλεκος αντρικος βυρος βαγγος γιαννακος γιωργος γιωργακος δημος δημητρακος ζαχος θανος κυρος ' +
    'κωστακος λακος λαμπρος λινος λουιζος μανος μαρκος μιλτος μιμος νικος ντινος πανος παυλος πετρος ' +
    'ραφαελος σακος σαββακος σιμος σπυρος σταυρος στρατος τακος τασος τελος τιτος τολος τσαμπικος φανος φοιβος ' +
    'φωτος χρηστος χριστος',
)
const endInE = list(
  'αγαθαγγελος αγαθονικος αγγελος αγησιλαος αδριανος αιμιλιανος αλεξανδρος αμβροσιος ανδρονικος αποστολος ' +
    'αρχελαος αυγουστινος γερασιμος ευαγγελος ευστρατιος ζησιμος ζωσιμος ηροδοτος θεοδοσιος θεοδουλος θεοδωρος θεολογος ' +
    'θεοφιλος ιακωβος ιερωνυμος ιουλιανος ιουστινος ιππολυτος ισιδωρος καλλιστος κλεαρχος κυπριανος κωνσταντινος ' +
    'λαζαρος λεανδρος μαξιμος μενελαος μοδεστος νεκταριος νικηφορος νικολαος νικοδημος ομηρος παγκρατιος παμφιλος ' +
    'παρθενιος πατροκλος πλουταρχος πολυκαρπος πολυδωρος προδρομος ρωμανος σεβαστιανος στεφανος τηλεμαχος τιμοθεος ' +
    'τριανταφυλλος φιλιππος χαραλαμπος χριστοδουλος χριστοφορος χρυσανθος χρυσοστομος',
)

/** Endings on which usage differs: Ιάσων, Έκτωρ, Αχιλλεύς, Άθως, Ιησούς, Στάχυς. */
const unsure = /(ων|ωρ|[εέ]υς|εύς|ως|ώς|ούς|υς|ύς)$/
/** Declined in more than one way: Δάφνι, Πάρι or Πάρη; Παλλάς. */
const unsureNames = list('δαφνις παρις παλλας φραγκισκος βαλεντινος μαρτινος')

/**
 * Returns a first name in the vocative, by the school grammar: -ης and -ας lose the ς; -ος becomes -ο in names that are
 * stressed on the last syllable but one, else -ε; all others stay. Double names are declined in both parts. Keeps
 * capitals.
 * @returns undefined where the form is not certain: greet without a name
 */
export function vocativeOf(firstName: string): string | undefined {
  const parts = firstName
    .normalize('NFC')
    .trim()
    .split(/(\s*-\s*|\s+)/)
  const declined = parts.map((part, index) => (index % 2 === 1 ? part : decline(part)))
  return declined.includes(undefined) ? undefined : declined.join('')
}

function decline(name: string): string | undefined {
  if (!/^[\p{L}’']{2,}$/u.test(name)) return undefined
  // Names in Latin letters stay, except those that may be Greek: Giorgos, Dimitris.
  if (/^[\p{Script=Latin}’']+$/u.test(name)) return /[aeiouhy]s$/i.test(name) ? undefined : name
  if (!/^[\p{Script=Greek}’']+$/u.test(name)) return undefined
  const lower = name.toLowerCase().replace(/σ$/, 'ς')
  const plain = lower.normalize('NFD').replaceAll(/\p{M}/gu, '')
  if (unsureNames.has(plain) || unsure.test(lower)) return undefined
  if (/[ηα]ς$/.test(plain)) return name.slice(0, -1)
  if (!plain.endsWith('ος')) return name
  const isO = endsInO(lower, plain)
  if (isO === undefined) return undefined
  const ending = isO ? { plain: 'ο', stressed: 'ό' } : { plain: 'ε', stressed: 'έ' }
  const vowel = lower.endsWith('ός') ? ending.stressed : ending.plain
  return name.slice(0, -2) + (name === name.toUpperCase() ? vowel.toUpperCase() : vowel)
}

/** @returns undefined if the stress is needed and not written, as in capitals */
function endsInO(lower: string, plain: string): boolean | undefined {
  if (endInO.has(plain)) return true
  if (endInE.has(plain) || plain.endsWith('ιος')) return false
  const stress = lower.search(accented)
  if (stress < 0) return undefined
  return lower.slice(stress + 1).match(vowels)?.length === 1
}
