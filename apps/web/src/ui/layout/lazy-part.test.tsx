import { createRoot } from 'react-dom/client'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { lazyPart, PartBoundary } from './lazy-part.tsx'

it('PartBoundary shows a part as soon as it is loaded, although its fallback was shown only now', async () => {
  // In tests with `act`, React does not delay.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const { promise, resolve } = Promise.withResolvers<() => string>()
  const Part = lazyPart(() => promise)
  const place = document.createElement('div')
  const root = createRoot(place)
  root.render(
    <PartBoundary fallback="loading">
      <Part />
    </PartBoundary>,
  )
  await vi.waitFor(() => expect(place.textContent).toBe('loading'), { interval: 1, timeout: 10_000 })
  // The delay of React is 300 ms. Afterwards the tasks that are due run, if the machine paused meanwhile.
  const later = wait(150)
  resolve(() => 'loaded')
  await later
  for (let turn = 0; turn < 20; turn += 1) await nextTurn()
  expect(place.textContent).toBe('loaded')
  root.unmount()
  vi.unstubAllGlobals()
})
