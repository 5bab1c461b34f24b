import { Map as MapIcon } from 'lucide-react'
import { type ComponentProps, type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '#web/ui/controls/button.tsx'
import { mapText as text } from './map-text.ts'
import { PlaceMap } from './place-map.tsx'

type MapPartProps = Omit<ComponentProps<typeof PlaceMap>, 'onSelect'> & {
  /** Whether the map is shown at first. */
  begins: boolean
  /** Has the rows of the list, each with `data-place`: the id of its point. */
  list: RefObject<HTMLElement | null>
  onSelected: (id: string) => void
}

/**
 * A button that shows and hides the map of a list. Choosing a point moves the focus to its row: to the first of its elements
 * that can have it. Pages load this part after the list.
 */
export function MapPart({ begins, list, onSelected, ...map }: MapPartProps) {
  const [shown, setShown] = useState(begins)
  const select = (id: string) => {
    flushSync(() => onSelected(id))
    const row = list.current?.querySelector(`[data-place="${CSS.escape(id)}"]`)
    row?.querySelector<HTMLElement>('a, button, [tabindex]')?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <>
      <div className="no-print">
        <Button tone="ghost" aria-expanded={shown} onClick={() => setShown(!shown)}>
          <MapIcon size={19} aria-hidden="true" />
          {shown ? text.hide : text.show}
        </Button>
      </div>
      {shown && <PlaceMap {...map} onSelect={select} />}
    </>
  )
}
