import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { setHistoryGuard } from './history-guard.ts'

const text = {
  title: 'Έχετε αλλαγές που δεν έχουν αποθηκευτεί',
  question: 'Αν φύγετε από τη σελίδα, οι αλλαγές σας θα χαθούν.',
  stay: 'Παραμονή στη σελίδα',
  leave: 'Αποχώρηση χωρίς αποθήκευση',
}

/** The place of an entry in the history, which the router keeps with each entry that it makes. */
const placeOf = (state: unknown): number | undefined => {
  const idx: unknown = typeof state === 'object' && state !== null && 'idx' in state ? state.idx : undefined
  return typeof idx === 'number' ? idx : undefined
}

/** The link of a click that this very window would follow to another page of the portal. */
function linkOf(event: MouseEvent): URL | undefined {
  if (event.defaultPrevented || event.button !== 0) return undefined
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
  if (!link || (link.target !== '' && link.target !== '_self') || link.hasAttribute('download'))
    return undefined
  const to = new URL(link.href)
  const { origin, pathname, search } = window.location
  // To another site the browser asks by itself (beforeunload); within the page nothing is lost.
  if (to.origin !== origin || (to.pathname === pathname && to.search === search)) return undefined
  return to
}

/**
 * While `changed`, asks before what is unsaved is lost: closing and reloading by the browser's own question, links and
 * Back and Forward by a dialog, which is what is returned. Draw it anywhere.
 * The router is declarative (see the router) and knows no blocking: a link is caught before it hears of it. Back and
 * Forward have happened when one hears of them, so they are undone, and done again if one leaves.
 */
export function useUnsavedChanges(changed: boolean): ReactNode {
  const navigate = useNavigate()
  /** What was about to happen; there while the dialog asks. */
  const [leave, setLeave] = useState<() => void>()

  useEffect(() => {
    if (!changed) return undefined
    const here = placeOf(window.history.state)
    let leaving = false
    /** Is the next popstate our own undoing? */
    let undoing = false

    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (!leaving) event.preventDefault()
    }
    const onClick = (event: MouseEvent) => {
      const to = linkOf(event)
      if (leaving || !to) return
      event.preventDefault()
      event.stopPropagation()
      setLeave(() => () => {
        leaving = true
        void navigate(to.pathname + to.search + to.hash)
      })
    }
    const onPopState = (event: PopStateEvent) => {
      if (leaving) return
      if (undoing) {
        undoing = false
        event.stopImmediatePropagation()
        return
      }
      const there = placeOf(event.state)
      // An entry of another maker: nobody knows how far away it is.
      if (here === undefined || there === undefined || here === there) return
      event.stopImmediatePropagation()
      undoing = true
      window.history.go(here - there)
      setLeave(() => () => {
        leaving = true
        window.history.go(there - here)
      })
    }

    window.addEventListener('beforeunload', onBeforeUnload)
    document.addEventListener('click', onClick, { capture: true })
    setHistoryGuard(onPopState)
    return () => {
      window.removeEventListener('beforeunload', onBeforeUnload)
      document.removeEventListener('click', onClick, { capture: true })
      setHistoryGuard(undefined)
    }
  }, [changed, navigate])

  if (!leave) return null
  return (
    <ConfirmDialog
      title={text.title}
      cancel={{ label: text.stay, action: () => setLeave(undefined) }}
      confirm={{
        label: text.leave,
        action: () => {
          setLeave(undefined)
          leave()
        },
      }}
    >
      <p>{text.question}</p>
    </ConfirmDialog>
  )
}
