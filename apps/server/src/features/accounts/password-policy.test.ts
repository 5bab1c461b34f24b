import { commonPasswords } from '@portal/contract/password-rules.ts'
import { describe, expect, it } from 'vitest'
import { brokenRules } from './password-policy.ts'

const owner = { email: 'marinakis.giorgos@example.gr', firstName: 'Γιώργος', lastName: 'Παπα-Δημητρίου' }

describe('brokenRules [§5 password rules]', () => {
  it.each([
    ['a good password', 'ελιά-κι-αλάτι-73', []],
    ['eight letters', 'ζψξωθφχβ', []],
    ['seven letters', 'ζψξωθφχ', ['password_too_short']],
    ['six characters of two UTF-16 code units each', '💧🌊🫒🍋🌿🌞', ['password_too_short']],
    ['Arabic digits', '٣٨٤٧٢٩٥٦', ['password_entirely_numeric']],
    ['digits with a space', '38472956 1', []],
    ['a common password', 'iloveyou1', ['password_too_common']],
    ['a common password in capitals, with spaces', ' ILoveYou1 ', ['password_too_common']],
    [
      'a common password that is not a word, in capitals, with spaces',
      ' Q1w2E3r4T5 ',
      ['password_too_common'],
    ],
    ['a common Greek password', 'Παναγιώτης1'.replace('ώ', 'ω'), ['password_too_common']],
    ['a row of the Greek keyboard', ';ςερτυθι', ['password_too_common']],
    [
      'short, common and numeric',
      '1234567',
      ['password_too_short', 'password_too_common', 'password_entirely_numeric'],
    ],
    ['the whole address', 'marinakis.giorgos@example.gr', ['password_too_similar_email']],
    ['a part of the address', 'Marinakis77', ['password_too_similar_email']],
    ['the domain', 'example2024', ['password_too_similar_email']],
    ['the letters of the address in another order', 'sikaniram', ['password_too_similar_email']],
    ['most letters of the address, in capitals', 'MARINAKXY', ['password_too_similar_email']],
    ['the two letters of the domain', 'gr-58301746', []],
    ['the first name', 'γιώργος77', ['password_too_similar_first_name']],
    ['a part of the last name', 'ΔΗΜΗΤΡΊΟΥ1', ['password_too_similar_last_name']],
    ['the whole last name', 'παπα-δημητρίου', ['password_too_similar_last_name']],
    ['a name within a phrase', 'γιώργος-πίνει-τσάι', []],
    ['a place with a year', 'Kozani2024', ['password_too_common']],
    ['a place in Greek with digits', 'Πτολεμαΐδα83920174', ['password_too_common']],
    ['a common surname with a digit', 'papadopoulou1', ['password_too_common']],
    ['a common first name with a year', '1987Xristos!', ['password_too_common']],
    ['a Greek word typed on a Latin keyboard', 'uessalonikh7', ['password_too_common']],
    ['one letter repeated', 'aaaaaaaa', ['password_too_common']],
    ['a pair repeated', 'κακακακα', ['password_too_common']],
    ['a keyboard row with a year', 'asdfgh2024', ['password_too_common']],
    ['a keyboard row backwards', 'poiuytrewq', ['password_too_common']],
    ['keyboard columns', '1qaz2wsx', ['password_too_common']],
    ['keyboard columns that are not in a list', '4rfv6yhn', ['password_too_common']],
    ['a surname of the English list with digits', 'Henderson7', []],
    ['the alphabet and digits', 'abcd98765', ['password_too_common']],
    ['the Greek alphabet', 'αβγδεζηθ', ['password_too_common']],
    ['two words and digits', 'maria-kozani-24', []],
    ['a word among others', 'κοζάνη-βροχή-ψωμί', []],
    ['a short repetition', 'aaaa', ['password_too_short']],
    ['random digits with two letters', '83920174ab', []],
    ['the last name in Latin letters with a digit', 'Dhmhtriou8', ['password_too_similar_last_name']],
    [
      'the first name in Latin letters with many digits',
      'giwrgos19870402',
      ['password_too_similar_first_name'],
    ],
  ])('returns the broken rules of %s', (_, password, rules) => {
    expect(brokenRules(password, owner)).toEqual(rules)
  })

  it('rejects a similarity of exactly 0.7', () => {
    const named = { email: 'q@q.gr', firstName: 'amkbzgxyht', lastName: 'q' }
    expect(brokenRules('amkbzgx123', named)).toEqual(['password_too_similar_first_name'])
    expect(brokenRules('amkbzg4123', named)).toEqual([])
  })

  it.each([...commonPasswords])("rejects '%s', which the browser rejects during input", (password) => {
    expect(brokenRules(password, owner)).toContain('password_too_common')
  })
})
