import { act, render, screen } from '@testing-library/react'
import { Suspense, use } from 'react'
import { describe, expect, it } from 'vitest'
import { keepDraft, readDraft } from './drafts.ts'
import { useDraft } from './kept-draft.ts'

describe('useDraft', () => {
  it('returns a draft once, also if React discards a render and starts again', async () => {
    keepDraft('letter maria@example.gr', { text: 'Καλημέρα' })
    const { promise: code, resolve } = Promise.withResolvers<undefined>()
    const Letter = () => {
      const draft = useDraft('letter', 'maria@example.gr')
      use(code)
      return <p>{draft?.['text'] ?? 'κενό'}</p>
    }
    const letter = (
      <Suspense>
        <Letter />
      </Suspense>
    )
    const { unmount } = await act(async () => render(letter))
    await act(async () => resolve(undefined))
    expect(screen.getByText('Καλημέρα')).toBeTruthy()
    expect(readDraft('letter maria@example.gr')).toBeUndefined()
    unmount()
    await act(async () => render(letter))
    expect(screen.getByText('κενό')).toBeTruthy()
  })
})
