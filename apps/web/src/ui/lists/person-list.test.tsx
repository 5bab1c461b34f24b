import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useCallback, useState } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PersonList } from './person-list.tsx'
import { PersonRow } from './person-row.tsx'

type Shown = { key: string; names: string[] }
const texts = { empty: 'Κανένας χρήστης', failed: '', loading: '', retry: '' }
const rowOf = (name: string) => <PersonRow to="/all" current={false} sign="" title={name} subtitle="" />

/** Shows a list as the pages do; `show` is the arrival of a result. */
function open(below?: string) {
  const opened: string[] = []
  let setShown: (shown: Shown) => void = () => undefined
  function List() {
    const [search, setSearch] = useState('')
    const [shown, set] = useState<Shown>({ key: '', names: ['Άννα Λύτρα', 'Μαρία Παππά'] })
    setShown = set
    // Renders again, like the pages, which load the rows in view.
    const [, setRange] = useState<number[]>()
    const see = useCallback((...range: number[]) => setRange(range), [])
    const row = (index: number, tabIndex: 0 | -1) => (
      <button type="button" tabIndex={tabIndex} onClick={() => opened.push(shown.names[index] ?? '')}>
        {shown.names[index]}
      </button>
    )
    return (
      <section>
        <PersonList
          label="Κατάλογος"
          searchLabel="Αναζήτηση"
          search={search}
          onSearch={setSearch}
          loading={false}
          status="success"
          retry={() => undefined}
          incomplete={false}
          texts={texts}
          count={shown.names.length}
          openEnded={false}
          listKey={shown.key}
          row={row}
          onRange={see}
          main
          after={below && <section>{rowOf(below)}</section>}
        >
          {rowOf('Όλοι οι χρήστες')}
        </PersonList>
        <input aria-label="Άλλο πεδίο" />
      </section>
    )
  }
  render(<List />, { wrapper: MemoryRouter })
  return {
    user: userEvent.setup(),
    opened,
    field: screen.getByRole('searchbox', { name: 'Αναζήτηση' }),
    show: (key: string, names: string[]) => act(() => setShown({ key, names })),
  }
}

// Without layout no row is in view.
beforeEach(() => {
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, value: 600 })
})
afterEach(() => {
  Reflect.deleteProperty(HTMLElement.prototype, 'clientHeight')
})

describe('Enter in the search', () => {
  it('opens the only result once it arrives', async () => {
    const { user, opened, field, show } = open()
    await user.type(field, 'παπ{Enter}')
    expect(opened).toEqual([])
    show('παπ', ['Μαρία Παππά'])
    expect(opened).toEqual(['Μαρία Παππά'])
  })

  it('is forgotten if the user types on before the result arrives', async () => {
    const { user, opened, field, show } = open()
    await user.type(field, 'παπ{Enter}π')
    show('παπ', ['Μαρία Παππά'])
    expect(document.activeElement).toBe(field)
    expect(opened).toEqual([])
  })

  it('is forgotten if the user leaves the field before the result arrives', async () => {
    const { user, opened, field, show } = open()
    await user.type(field, 'παπ{Enter}')
    await user.click(screen.getByLabelText('Άλλο πεδίο'))
    show('παπ', ['Μαρία Παππά'])
    expect(document.activeElement).toBe(screen.getByLabelText('Άλλο πεδίο'))
    expect(opened).toEqual([])
  })

  it('goes to what is below the list if nothing else matches', async () => {
    const { user, field, show } = open('Νίκος Δήμου')
    await user.type(field, 'παπ{Enter}')
    show('παπ', [])
    expect(document.activeElement?.textContent).toContain('Νίκος Δήμου')
  })

  it('and Arrow down do not go to what is above the list if nothing matches', async () => {
    const { user, field, show } = open()
    await user.type(field, 'παπ{Enter}')
    show('παπ', [])
    expect(document.activeElement).toBe(field)
    await user.keyboard('{ArrowDown}')
    expect(document.activeElement).not.toBe(screen.getByRole('link', { name: /^Όλοι οι χρήστες/ }))
  })
})

describe('rows with the focus', () => {
  it('that are replaced by the next result pass it to the first row', async () => {
    const { user, opened, field, show } = open()
    await user.type(field, 'παπ{ArrowDown}')
    expect(document.activeElement?.textContent).toBe('Άννα Λύτρα')
    show('παπ', ['Μαρία Παππά', 'Νίκος Παππάς'])
    await user.keyboard('{Enter}')
    expect(opened).toEqual(['Μαρία Παππά'])
  })

  it('do not take it once nothing matched', async () => {
    const { user, field, show } = open()
    await user.type(field, 'παπ{ArrowDown}')
    show('παπ', [])
    show('πα', ['Μαρία Παππά'])
    expect(document.activeElement).toBe(document.body)
  })

  it('do not take it back from elsewhere', async () => {
    const { user, field, show } = open()
    await user.type(field, 'παπ{ArrowDown}')
    await user.click(document.body)
    show('παπ', ['Μαρία Παππά'])
    expect(document.activeElement).toBe(document.body)
  })
})
