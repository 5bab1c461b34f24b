import type { ReactNode } from 'react'
import { Component } from 'react'
import { MissingCode } from '#web/ui/layout/lazy-part.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { text } from '../common/text.ts'

type Props = { children: ReactNode; /** A changed value clears the error. */ place: string }
type State = { error: unknown; place: string }

/** Catches rendering errors: code that failed to load, mostly after an update, or an exception. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined, place: this.props.place }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  static getDerivedStateFromProps({ place }: Props, state: State) {
    return place === state.place ? null : { error: undefined, place }
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    const missing = error instanceof MissingCode
    return (
      <ErrorState
        whole
        title={missing ? text.missing : text.crashed}
        {...(!missing && { retry: () => this.setState({ error: undefined }) })}
      >
        <Button tone="ghost" onClick={() => window.location.reload()}>
          {text.reload}
        </Button>
      </ErrorState>
    )
  }
}
