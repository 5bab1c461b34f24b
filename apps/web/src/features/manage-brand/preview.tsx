import { colourTokens, isColour, standardColour } from '@portal/contract/brand/brand-colour.ts'
import type { CSSProperties } from 'react'
import { Mark } from '#web/shared/brand/mark.tsx'
import { ServiceCard } from '#web/shared/service-card/service-card.tsx'
import layout from '#web/shared/manage/manage.module.css'
import { classes } from '#web/ui/layout/classes.ts'
import css from './brand-page.module.css'
import { text } from './text.ts'
import { noLogo, type Values } from './values.ts'

/** Of an image in base64: PNG has a signature, the other kind is SVG. */
const dataUrl = (base64: string) =>
  `data:image/${base64.startsWith('iVBORw0KGgo') ? 'png' : 'svg+xml'};base64,${base64}`

type PreviewProps = { values: Values; /** Path of the stored logo. */ logo: string | null }

/** Header, card and mail as they look with what is typed. Nothing in it can be pressed. */
export function Preview({ values, logo }: PreviewProps) {
  const image = values.logo === '' ? logo : values.logo === noLogo ? null : dataUrl(values.logo)
  const colours = colourTokens(isColour(values.colour) ? values.colour : standardColour) as CSSProperties
  const { product, company, 'contact.telephone': telephone, 'contact.email': email } = values
  const contact = [telephone && `${text.telephone} ${telephone}`, email].filter(Boolean).join(' · ')
  return (
    <section className={classes(layout.panel, css.preview)} aria-labelledby="preview">
      <div>
        <h2 className="text-xl" id="preview">
          {text.preview}
        </h2>
        <p className="note">{text.previewMeans}</p>
      </div>
      <div className="stack column gap-3" style={colours} inert>
        <h3 className="text-s">{text.header}</h3>
        <div className={css.header}>
          {image === null ? <Mark size={40} /> : <img src={image} alt="" height={40} />}
          <span className={css.names}>
            {product}
            <small>{company}</small>
          </span>
          <span className={css.button}>{text.signIn}</span>
        </div>
        <h3 className="text-s">{text.card}</h3>
        <div className={css.card}>
          <ServiceCard name="oil" url={undefined} />
        </div>
        <p className="note breaks">{values['sites.oil.url']}</p>
        <h3 className="text-s">{text.mail}</h3>
        <div className={css.mail}>
          <p className={css.sender}>{product}</p>
          <p className="text-l bold">{text.mailSubject}</p>
          <p>{text.mailGreeting}</p>
          <p>{text.mailText}</p>
          <p>
            <span className={css.button}>{text.mailButton}</span>
          </p>
          <p className={css.foot}>
            {company}
            <br />
            {contact}
          </p>
        </div>
      </div>
    </section>
  )
}
