import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useSite } from '#web/api/site.ts'
import { ButtonAnchor, ButtonLink } from '#web/ui/controls/button.tsx'
import { ownStickersOptions } from '#web/shared/stickers/api.ts'
import { Hidden } from '#web/ui/layout/hidden.tsx'
import css from './first-steps.module.css'
import { steps, text } from './text.ts'

/**
 * What a citizen without records does first. A step whose page the brand does not name has no button; the steps of the
 * sticker are marked as done once the account has one in use.
 */
export function FirstSteps() {
  const { stickers_url, collection_points_url } = useSite()?.brand ?? {}
  const sticker = useQuery(ownStickersOptions).data?.find(({ lost_at }) => lost_at === null)
  const pageOf = (url: string | undefined, label: string, tone: 'primary' | 'ghost') =>
    url && (
      <ButtonAnchor tone={tone} href={url}>
        {label}
      </ButtonAnchor>
    )
  const toStickers = <ButtonLink to="/settings/stickers">{steps.enter.action}</ButtonLink>
  const list = [
    {
      ...steps.get,
      done: sticker !== undefined,
      link: !sticker && pageOf(stickers_url, steps.get.action, 'ghost'),
    },
    {
      ...steps.enter,
      ...(sticker && { intro: steps.enter.done(sticker.printed) }),
      done: sticker !== undefined,
      link: !sticker && toStickers,
    },
    {
      ...steps.deliver,
      done: false,
      link: pageOf(collection_points_url, steps.deliver.action, sticker ? 'primary' : 'ghost'),
    },
  ]
  return (
    <section className={css.panel} aria-labelledby="first-steps">
      <h2 className={css.heading} id="first-steps">
        {text.firstSteps}
      </h2>
      <p className={css.intro}>{text.none}</p>
      <ol className={css.steps}>
        {list.map(({ title, intro, link, done }, at) => (
          <li key={title}>
            <span className={css.number} aria-hidden="true">
              {done ? <Check size={20} /> : at + 1}
            </span>
            <h3 className={css.title}>
              {title}
              {done && <Hidden> {text.stepDone}</Hidden>}
            </h3>
            <p className={css.intro}>{intro}</p>
            {link && <div className={css.link}>{link}</div>}
          </li>
        ))}
      </ol>
      <p className={css.intro}>{text.reuseToo}</p>
    </section>
  )
}
