import { describe, expect, it } from 'vitest'
import { isPersonName, isTelephone } from './person-fields.ts'

describe('isTelephone [security person fields]', () => {
  it.each([
    '2461012345',
    '6944 123 456',
    '+30 24610 12345',
    '(+30) 694 412 3456',
    '(+30)6944123456',
    '(0030) 694 412 3456',
    '0030 6944123456',
    '(246) 101-2345',
    '694.412.3456',
    '694–412–3456',
    '694\u00a0412\u00a03456',
    '+49 30 901820',
    '0044 20 7946 0018',
    '8011234',
    '+123456789012345',
  ])('accepts %s', (text) => expect(isTelephone(text)).toBe(true))

  it.each([
    ['six digits', '123456'],
    ['sixteen digits', '1234567890123456'],
    ['a Greek number of nine digits', '246101234'],
    ['a Greek mobile of eleven digits', '69441234567'],
    ['nine digits after +30', '+30 694412345'],
    ['nine digits after 0030', '0030 694412345'],
    ['letters', 'τηλ. 2461012345'],
    ['a plus in the middle', '24610+12345'],
    ['two pluses', '(+)+30 6944123456'],
    ['nine digits after (+30)', '(+30) 694412345'],
    ['separators alone', '--- --- -'],
    ['Arabic digits', '٢٤٦١٠١٢٣٤٥'],
    ['a line feed', '24610\n12345'],
  ])('rejects %s', (_, text) => expect(isTelephone(text)).toBe(false))
})

describe('isPersonName [security person fields]', () => {
  it.each([
    'Μαρία-Ελένη',
    "Ο'Νηλ <b>",
    'Γ.Παπαδόπουλος',
    'St.John',
    'J.R.R. Tolkien',
    'J.Smith',
    'J.Cooper',
    'Chr.Papadopoulos',
    'CHR.PAPADOPOULOS',
    'Γ.Ελευθερίου',
    'Μ.Με',
    'می\u200cخواهم',
    'Παπαδοπούλου (Νίκου)',
    '李小龙',
    'عمر',
  ])('accepts %s', (text) => expect(isPersonName(text)).toBe(true))

  it.each([
    ['an address with a scheme', 'Κερδίσατε https://kako.example/x'],
    ['a scheme without a dot behind it', 'http://κακό'],
    ['two slashes', '//κακό'],
    ['a host', 'bit.ly/3x'],
    ['a host without a path', 'kako.info'],
    ['a host that is an abbreviation of a name', 'chr.com'],
    ['such a host with a path', 'chr.info/x'],
    ['a host of one letter with a path, under any domain', 't.ly/3x'],
    ['a host in capitals', 'EVIL.COM'],
    ['a host of one letter with a path', 't.co/3x'],
    ['a host of one letter', 'Κερδίστε: x.com'],
    ['a Greek host under a Latin domain', 'τράπεζα.gr'],
    ['an ideographic full stop', 'kako。gr'],
    ['a one dot leader', 'kako․gr'],
    ['full-width letters', 'ｋａｋｏ．ｇｒ'],
    ['a joiner before the dot', 'kako\u200d.info'],
    ['a numeric host', '192.0.2.1'],
    ['a soft hyphen', 'Μα\u00adρία'],
    ['a tag character', 'Μαρία\u{e0041}'],
    ['www', 'www.δώρο'],
    ['a Greek top-level domain', 'δώρο.ελ'],
    ['an e-mail address', 'a@b'],
    ['a line feed', 'Μαρία\nΠατήστε εδώ'],
    ['a carriage return', 'Μαρία\rBcc'],
    ['a tab', 'Μα\tρία'],
    ['an escape sequence', 'Μαρία\u001b[2J'],
    ['a right-to-left override', 'Μαρία\u202eαίραΜ'],
    ['a line separator', 'Μαρία\u2028Β'],
    ['a paragraph separator', 'Μαρία\u2029Β'],
  ])('rejects %s', (_, text) => expect(isPersonName(text)).toBe(false))
})
