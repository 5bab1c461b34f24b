import { useSite } from '#web/api/site.ts'
import { ButtonAnchor, ButtonLink } from '#web/ui/controls/button.tsx'
import css from './first-steps.module.css'
import { steps, text } from './text.ts'

/** What a citizen without records does first. A step whose page the brand does not name has no button. */
export function FirstSteps() {
  const { stickers_url, collection_points_url } = useSite()?.brand ?? {}
  const pageOf = (url: string | undefined, label: string) =>
    url && (
      <ButtonAnchor tone="ghost" href={url}>
        {label}
      </ButtonAnchor>
    )
  const list = [
    { ...steps.get, link: pageOf(stickers_url, steps.get.action) },
    { ...steps.enter, link: <ButtonLink to="/settings/stickers">{steps.enter.action}</ButtonLink> },
    { ...steps.deliver, link: pageOf(collection_points_url, steps.deliver.action) },
  ]
  return (
    <section className={css.panel} aria-labelledby="first-steps">
      <h2 className={css.heading} id="first-steps">
        {text.firstSteps}
      </h2>
      <p className={css.intro}>{text.none}</p>
      <ol className={css.steps}>
        {list.map(({ title, intro, link }, at) => (
          <li key={title}>
            <span className={css.number} aria-hidden="true">
              {at + 1}
            </span>
            <h3 className={css.title}>{title}</h3>
            <p className={css.intro}>{intro}</p>
            {link && <div className={css.link}>{link}</div>}
          </li>
        ))}
      </ol>
      <p className={css.intro}>{text.reuseToo}</p>
    </section>
  )
}
