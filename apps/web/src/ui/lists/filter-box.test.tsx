import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { FilterBox } from './filter-box.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
const advance = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds))
const box = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Αναζήτηση χρήστη' })
const type = (text: string) => fireEvent.change(box(), { target: { value: text } })

function show(value = '', loading = false) {
  const onChange = vi.fn<(value: string) => void>()
  const onLeave = vi.fn<() => void>()
  const draw = (value: string, loading: boolean) => (
    <FilterBox
      label="Αναζήτηση χρήστη"
      value={value}
      onChange={onChange}
      loading={loading}
      onLeave={onLeave}
    />
  )
  const { rerender } = render(draw(value, loading))
  return { onChange, onLeave, update: (value: string, loading = false) => rerender(draw(value, loading)) }
}

describe('FilterBox', () => {
  it('calls onChange after 300 ms without typing [§2 filter box]', () => {
    const { onChange } = show()
    type('πα')
    advance(200)
    type('παπ')
    advance(299)
    expect(onChange).not.toHaveBeenCalled()
    advance(1)
    expect(onChange.mock.calls).toEqual([['παπ']])
  })

  it('calls the latest onChange', () => {
    const [before, after] = [vi.fn<(value: string) => void>(), vi.fn<(value: string) => void>()]
    const draw = (onChange: (value: string) => void) => (
      <FilterBox label="Αναζήτηση χρήστη" value="" onChange={onChange} loading={false} onLeave={() => {}} />
    )
    const { rerender } = render(draw(before))
    type('παπ')
    rerender(draw(after))
    advance(300)
    expect(before).not.toHaveBeenCalled()
    expect(after.mock.calls).toEqual([['παπ']])
  })

  it('calls onChange at once on Enter, and not again', () => {
    const { onChange, update } = show()
    type('παπ')
    fireEvent.keyDown(box(), { key: 'Enter' })
    expect(onChange.mock.calls).toEqual([['παπ']])
    update('παπ')
    advance(1000)
    expect(onChange).toHaveBeenCalledTimes(1)
  })

  it('trims white space, and does not call onChange for an unchanged value', () => {
    const { onChange } = show('παπ')
    type('παπ ')
    advance(300)
    expect(onChange).not.toHaveBeenCalled()
  })

  it('clears at once, keeps the focus, and has no clear button when empty [§2 filter box]', () => {
    const { onChange, update } = show('παπ')
    fireEvent.click(screen.getByRole('button', { name: 'Καθαρισμός αναζήτησης' }))
    expect(onChange.mock.calls).toEqual([['']])
    expect(box().value).toBe('')
    expect(document.activeElement).toBe(box())
    update('')
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('shows a value from outside, but does not replace typed text by its own earlier value', () => {
    const { update } = show()
    type('παπ')
    advance(300)
    type('παπα')
    update('παπ')
    expect(box().value).toBe('παπα')
    update('νίκος')
    expect(box().value).toBe('νίκος')
  })

  it('shows the indicator only after 300 ms of loading [§2 filter box]', () => {
    const { update } = show('παπ', true)
    advance(299)
    expect(screen.queryByText('Αναζήτηση…')).toBeNull()
    advance(1)
    expect(screen.getByText('Αναζήτηση…')).toBeTruthy()
    update('παπ', false)
    expect(screen.queryByText('Αναζήτηση…')).toBeNull()
  })

  it('clears on Escape, and calls onLeave if it is empty', () => {
    const { onChange, onLeave, update } = show('παπ')
    fireEvent.keyDown(box(), { key: 'Escape' })
    expect(onChange.mock.calls).toEqual([['']])
    expect(box().value).toBe('')
    expect(onLeave).not.toHaveBeenCalled()
    update('')
    fireEvent.keyDown(box(), { key: 'Escape' })
    expect(onLeave).toHaveBeenCalledTimes(1)
  })

  it('calls onLeave on the arrow down, and keeps the search', () => {
    const { onChange, onLeave } = show('παπ')
    fireEvent.keyDown(box(), { key: 'ArrowDown' })
    expect(onLeave).toHaveBeenCalledTimes(1)
    expect(onChange).not.toHaveBeenCalled()
  })
})
