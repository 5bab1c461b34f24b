import { expect, it } from 'vitest'
import { codeGroups } from './code-groups.ts'

it.each([
  ['K8F3', ['K8F3']],
  ['K8F3Q', ['K8F', '3Q']],
  ['K8F3Q7TZ1', ['K8F', '3Q7', 'TZ1']],
  ['K8F3Q7TZ19AB', ['K8F3', 'Q7TZ', '19AB']],
  ['K8F3-Q7TZ-19AB', ['K8F3-', 'Q7TZ-', '19AB']],
  ['AB 12345', ['AB', '123', '45']],
  ['-', ['-']],
])('codeGroups splits %s [coupons page]', (code, groups) => expect(codeGroups(code)).toEqual(groups))
