import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { setHistoryGuard } from './history-guard.ts'
import { inLanguage } from '#web/lib/language.ts'

const text = inLanguage({
  el: {
    title: 'Έχετε αλλαγές που δεν αποθηκεύσατε',
    question: 'Αν φύγετε από τη σελίδα, οι αλλαγές σας θα χαθούν.',
    stay: 'Παραμονή στη σελίδα',
    leave: 'Έξοδος χωρίς αποθήκευση',
  },
  en: {
    title: 'You have changes that are not saved',
    question: 'If you leave the page, you lose your changes.',
    stay: 'Stay on the page',
    leave: 'Leave without saving',
  },
})

/** Returns the index of a history entry, which the router stores in the entry's state. */
const placeOf = (state: unknown): number | undefined => {
  const idx: unknown = typeof state === 'object' && state !== null && 'idx' in state ? state.idx : undefined
  return typeof idx === 'number' ? idx : undefined
}

/** Returns the target of a click on a link to another page of the portal in this window; undefined for other clicks. */
function linkOf(event: MouseEvent): URL | undefined {
  if (event.defaultPrevented || event.button !== 0) return undefined
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
  if (!link || (link.target !== '' && link.target !== '_self') || link.hasAttribute('download'))
    return undefined
  const to = new URL(link.href)
  const { origin, pathname, search } = window.location
  // For other sites the browser asks (beforeunload); within the page nothing is lost.
  if (to.origin !== origin || (to.pathname === pathname && to.search === search)) return undefined
  return to
}

/**
 * While `changed`, asks before unsaved input is lost: the browser's own dialog on closing and reloading, the returned
 * dialog on links and Back and Forward. Render it anywhere.
 *
 * The declarative router cannot block navigation: clicks on links are intercepted before the router. Back and Forward
 * have already happened when the event arrives, so they are undone, and repeated if the user confirms.
 */
export function useUnsavedChanges(changed: boolean): ReactNode {
  const navigate = useNavigate()
  /** The pending navigation while the dialog is open. */
  const [leave, setLeave] = useState<() => void>()

  useEffect(() => {
    if (!changed) return undefined
    const here = placeOf(window.history.state)
    let leaving = false
    /** Whether the next popstate is caused by undoing. */
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
      // An entry that the router did not create: its distance is unknown.
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
