import { publicPages, staffNotice } from '@portal/contract/public-pages.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { slowAfterMs } from '#web/api/connection.ts'
import { meOptions } from '#web/api/session.ts'
import { siteOptions } from '#web/api/site.ts'
import { inLanguage } from '#web/lib/language.ts'
import css from './footer.module.css'
import { text } from '../common/text.ts'

/**
 * The company, its contact details, the collection points, the public pages, which the server renders, and the links that the operator has
 * configured.
 */
export function Footer() {
  const { data: site, isFetched } = useQuery(siteOptions)
  const { data: profile } = useQuery(meOptions)
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), slowAfterMs)
    return () => clearTimeout(timer)
  }, [])
  const brand = site?.brand
  const { telephone, email, address } = brand?.contact ?? {}
  // It would grow when the names arrive. Without an answer in time, the other links are shown.
  if ((!isFetched || profile === undefined) && !isLate) return null
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
          {[...publicPages, ...(profile?.is_staff ? [staffNotice] : [])].map(({ label, english, path }) => (
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
