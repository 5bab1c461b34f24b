import type { ReactNode } from 'react'
import { Component } from 'react'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/state.tsx'
import { text } from './text.ts'

/** Catches what breaks while drawing; mostly a page whose code is gone because a newer version was put in its place. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override render() {
    if (!this.state.broken) return this.props.children
    return (
      <ErrorState whole title={text.broken}>
        <Button tone="ghost" onClick={() => window.location.reload()}>
          {text.reload}
        </Button>
      </ErrorState>
    )
  }
}
