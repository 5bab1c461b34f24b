import { publicPages } from '@portal/contract/public-pages.ts'
import { Link } from 'react-router'
import { useSite } from '#web/api/site.ts'
import { inLanguage } from '#web/lib/language.ts'
import css from './footer.module.css'
import { text } from '../common/text.ts'

/**
 * The company, its contact details, the collection points, the public pages, which the server renders, and the links that the operator has
 * configured.
 */
export function Footer() {
  const site = useSite()
  const brand = site?.brand
  const { telephone, email, address } = brand?.contact ?? {}
  return (
    <footer className={css.footer}>
      <div className={css.inside}>
        <div>
          <b lang="el">{brand?.company}</b>
          <div className={css.contact}>
            {address && <span lang="el">{address}</span>}
            {telephone && (
              <a href={`tel:${telephone.replace(/[^\d+]/g, '')}`}>
                {text.telephone} {telephone}
              </a>
            )}
            {email && <a href={`mailto:${email}`}>{email}</a>}
          </div>
        </div>
        <nav aria-label={text.footerLinks} className={css.links}>
          {site?.has_places && <Link to="/places">{text.places}</Link>}
          {publicPages.map(({ label, english, path }) => (
            <a key={path} href={path}>
              {inLanguage<string>({ el: label, en: english })}
            </a>
          ))}
          {brand?.links.map(({ label, url }) => (
            <a key={url} href={url}>
              {label}
            </a>
          ))}
        </nav>
      </div>
    </footer>
  )
}
