import { isStickerCode, readStickerCode } from '@portal/contract/sticker-codes.ts'
import type { Sticker } from '@portal/contract/stickers.ts'
import { useQuery } from '@tanstack/react-query'
import { Tag } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useSite } from '#web/api/site.ts'
import { isEmbedded } from '#web/shared/page/embedded.ts'
import { SettingsPart } from '#web/shared/settings/settings-part.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Unloaded } from '#web/ui/feedback/unloaded.tsx'
import { AddSticker } from './add-sticker.tsx'
import { ownStickersOptions } from '#web/shared/stickers/api.ts'
import type { ActionResult } from './action-result.ts'
import { StickerCard } from './sticker-card.tsx'
import { text } from './text.ts'

/** {settings}/stickers, for customers; also in the frame of the settings: the account's stickers. */
export function StickersPage() {
  const [params, setParams] = useSearchParams()
  const query = useQuery(ownStickersOptions)
  const { data } = query
  const [result, setResult] = useState<ActionResult>()
  const hasPlaces = useSite()?.has_places
  const said = useRef<HTMLDivElement>(null)
  const scanned = params.get('code')
  const linked = readStickerCode(scanned ?? '')
  const onTried = (outcome: ActionResult | undefined) => {
    if (outcome)
      setParams(
        (params) => {
          params.delete('code')
          return params
        },
        { replace: true },
      )
    setResult(outcome)
  }
  useEffect(() => {
    // The clicked element has changed or is gone: focus the result, which is announced; Tab continues from there.
    if (result) said.current?.querySelector<HTMLElement>('[data-success]')?.focus()
  }, [result])

  return (
    <SettingsPart title={text.title} heading={text.heading}>
      <p className="intro">{text.intro}</p>
      <div ref={said} className="said">
        {result && (
          <Notice tone="success" title={result.title}>
            {result.lines.map((line) => (
              <p key={line}>{line}</p>
            ))}
            {result.added && hasPlaces && !isEmbedded() && <Link to="/places">{text.toPlaces}</Link>}
          </Notice>
        )}
      </div>
      {scanned !== null && <LinkNotice linked={linked} own={data} />}
      <AddSticker linked={linked} onDone={onTried} />
      <section aria-labelledby="own-stickers">
        <h2 id="own-stickers" className="text-xl">
          {text.list}
        </h2>
        <Unloaded query={query} failed={text.failed} height="6rem" className="mt-4" />
        {data?.length === 0 && <EmptyState icon={Tag} title={text.none} text={text.noneHint} />}
        {data && data.length > 0 && (
          <ul className="stack gap-4 mt-4" aria-labelledby="own-stickers">
            {data.map((sticker) => (
              <StickerCard key={sticker.code} sticker={sticker} onDone={setResult} />
            ))}
          </ul>
        )}
      </section>
    </SettingsPart>
  )
}

/** What to do with the code that the link of a QR code has filled in. Only the person adds it, never the link. */
function LinkNotice({ linked, own }: { linked: string; own: Sticker[] | undefined }) {
  const known = own?.find(({ code }) => code === linked)
  const isOdd = !isStickerCode(linked)
  return (
    <div className="said">
      <Notice
        tone={isOdd && !known ? 'error' : 'success'}
        title={known ? text.isYours(known.printed) : isOdd ? text.oddLink : text.fromLink}
      >
        {!known && (
          <p>{linked === '' ? text.emptyLinkMeans : isOdd ? text.oddLinkMeans : text.fromLinkMeans}</p>
        )}
      </Notice>
    </div>
  )
}
