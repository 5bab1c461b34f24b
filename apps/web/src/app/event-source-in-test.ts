import { act } from '@testing-library/react'
import { vi } from 'vitest'

/** Streams of the server; the environment has no EventSource. */
export class FakeEventSource extends EventTarget {
  static readonly [name: string]: unknown
  static readonly OPEN = 1
  static readonly CLOSED = 2
  static opened: FakeEventSource[] = []
  readyState = 0
  readonly path: string

  constructor(path: string) {
    super()
    this.path = path
    FakeEventSource.opened.push(this)
  }

  sends(data: object) {
    this.readyState = FakeEventSource.OPEN
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify({ used_at: null, ...data }) }))
  }

  /** The server rejects the stream. */
  fails() {
    this.readyState = FakeEventSource.CLOSED
    this.dispatchEvent(new Event('error'))
  }

  close() {
    this.readyState = FakeEventSource.CLOSED
  }
}

let hidden = false

/** Replaces the streams of a test, and whether the page is visible: it is. */
export function stubStreams(): void {
  FakeEventSource.opened = []
  hidden = false
  vi.stubGlobal('EventSource', FakeEventSource)
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden)
}

/** Shows the page, or hides it. */
export const show = (isVisible: boolean) =>
  act(() => {
    hidden = !isVisible
    document.dispatchEvent(new Event('visibilitychange'))
  })
