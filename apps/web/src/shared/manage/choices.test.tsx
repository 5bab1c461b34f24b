import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Choices } from './choices.tsx'

it('keeps what is chosen and not among the options', () => {
  const change = vi.fn<(value: string) => void>()
  const options = ['a', 'b'].map((value) => ({ value, label: value }))
  render(<Choices legend="x" options={options} value={'b\nold'} error={undefined} onChange={change} />)
  fireEvent.click(screen.getByLabelText('a'))
  fireEvent.click(screen.getByLabelText('b'))
  expect(change.mock.calls).toEqual([['a\nb\nold'], ['old']])
})
