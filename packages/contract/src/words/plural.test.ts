import { expect, it } from 'vitest'
import { plural } from './plural.ts'

const points = (count: number) => `${count} ${plural(count, 'πόντος', 'πόντοι')}`
const litres = (count: number) => `${count} ${plural(count, 'λίτρο', 'λίτρα')}`

it('uses the singular for 1 and −1 alone', () => {
  expect([0, 1, 2, 21, -1, -2].map(points)).toEqual([
    '0 πόντοι',
    '1 πόντος',
    '2 πόντοι',
    '21 πόντοι',
    '-1 πόντος',
    '-2 πόντοι',
  ])
  expect([1, 1.5, 0.5].map(litres)).toEqual(['1 λίτρο', '1.5 λίτρα', '0.5 λίτρα'])
})
