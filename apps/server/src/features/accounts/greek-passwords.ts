/**
 * Passwords that are common among Greek speakers and in no English list: words in Greek letters, the same words typed
 * without switching the keyboard, Greeklish, clubs, islands, names with the usual digits behind them.
 */
const words = [
  ...['κωδικος', 'κωδικός', 'συνθηματικο', 'συνθηματικό', 'αγαπημου', 'αγάπημου', 'σαγαπω', 'σαγαπώ', 'σεαγαπω'],
  ...['αγαπη', 'αγάπη', 'καλημερα', 'καλημέρα', 'καλησπερα', 'ελλαδα', 'ελλάδα', 'ελλαδαμου', 'θαλασσα', 'θάλασσα'],
  ...['ολυμπιακος', 'ολυμπιακός', 'παναθηναικος', 'παναθηναϊκός', 'παοκ', 'παοκαρα', 'αεκαρα', 'αρης', 'ηρακλης'],
  ...['θεσσαλονικη', 'θεσσαλονίκη', 'αθηνα', 'αθήνα', 'κοζανη', 'κοζάνη', 'πτολεμαιδα', 'καστορια', 'φλωρινα', 'γρεβενα'],
  ...['μακεδονια', 'μακεδονία', 'ανακυκλωση', 'ανακύκλωση', 'τηγανελαιο', 'παναγια', 'παναγιαμου', 'χριστος', 'θεουλης'],
  ...['γιωργος', 'γιώργος', 'δημητρης', 'δημήτρης', 'κωστας', 'κώστας', 'νικος', 'νίκος', 'μαρια', 'μαρία', 'ελενη', 'ελένη'],
  ...['κατερινα', 'κατερίνα', 'παναγιωτης', 'βασιλης', 'χρηστος', 'γιαννης', 'γιάννης', 'σοφια', 'αννα', 'ιωαννα'],
  ...['kodikos', 'sunthimatiko', 'synthimatiko', 'agapimou', 'agaph', 'sagapo', 'sagapw', 'seagapo', 'kalimera', 'kalhmera'],
  ...['ellada', 'elladamou', 'thalassa', 'olympiakos', 'olumpiakos', 'osfp', 'panathinaikos', 'panathinaikos13', 'paok', 'paokara'],
  ...['aekara', 'gate13', 'gate7', 'gate4', 'thessaloniki', 'athina', 'kozani', 'ptolemaida', 'kastoria', 'florina', 'grevena'],
  ...['makedonia', 'anakyklosi', 'anakiklosi', 'panagia', 'giorgos', 'dimitris', 'kostas', 'nikos', 'katerina', 'panagiotis'],
  ...['vasilis', 'christos', 'xristos', 'giannis', 'ioanna', 'eleni', 'moraki', 'mwraki', 'koukla', 'malakas', 'matakia', 'psixi'],
  ...['κωδικος1', 'πονος', 'πόντοι', 'ποντοι', 'pontoi', 'λαδι', 'λάδι', '21ημαρτιου', 'qwertυ', '΄σερτυ', ';ςερτυ', ';ςερτυθι'],
]
const endings = ['', '1', '12', '123', '1234', '12345', '123456', '!', '1!', '123!', '13', '7', '4', '21', '2004', '1821']

export const greekPasswords: readonly string[] = words.flatMap((word) => endings.map((ending) => word + ending))
