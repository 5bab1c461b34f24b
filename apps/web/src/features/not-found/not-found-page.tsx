import { Droplet, Recycle, Ticket } from 'lucide-react'
import { Page } from '#web/shared/page/page.tsx'
import { useSite } from '#web/api/site.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { ToneIcon } from '#web/ui/lists/tone-icon.tsx'
import { text } from './text.ts'
import css from './not-found-page.module.css'

/**
 * Public page for visitors at unknown addresses (portal.md §2): says that the address does not exist, and introduces
 * the portal.
 */
export function NotFoundPage() {
  const brand = useSite()?.brand
  const ways = [
    { icon: Droplet, tone: 'amber', says: text.oil, site: 'oil' },
    { icon: Recycle, tone: 'green', says: text.reuse, site: 'reuse' },
  ] as const
  return (
    <Page title={text.title}>
      <div className={css.page}>
        <h1 tabIndex={-1}>{text.title}</h1>
        <p className={css.missing}>{text.missing}</p>
        <div className={css.actions}>
          <ButtonLink to="/login">{text.logIn}</ButtonLink>
          <ButtonLink to="/signup" tone="ghost">
            {text.signUp}
          </ButtonLink>
        </div>

        <section className={css.section}>
          <h2>{text.about}</h2>
          <p>{text.aboutIntro}</p>
        </section>
        <section className={css.section}>
          <h2>{text.earn}</h2>
          <ul className={css.ways}>
            {ways.map(({ icon, tone, says, site }) => (
              <li key={site}>
                <ToneIcon icon={icon} tone={tone} />
                <div>
                  <p>{says}</p>
                  {brand && <a href={brand.sites[site].url}>{text.sites[site]}</a>}
                </div>
              </li>
            ))}
          </ul>
        </section>
        <section className={css.section}>
          <h2>{text.spend}</h2>
          <ul className={css.ways}>
            <li>
              <ToneIcon icon={Ticket} tone="orange" />
              <div>
                <p>{text.coupons}</p>
                {brand?.sites.redemption && <a href={brand.sites.redemption.url}>{text.sites.redemption}</a>}
              </div>
            </li>
          </ul>
        </section>
        <section className={css.section}>
          <h2>{text.help}</h2>
          <p>{text.helpIntro}</p>
          <Contact />
        </section>
      </div>
    </Page>
  )
}

function Contact() {
  const { telephone, email, address } = useSite()?.brand.contact ?? {}
  return (
    <dl className={css.contact}>
      {telephone && (
        <div>
          <dt>{text.telephone}</dt>
          <dd>
            <a href={`tel:${telephone.replace(/[^\d+]/g, '')}`}>{telephone}</a>
          </dd>
        </div>
      )}
      {email && (
        <div>
          <dt>{text.email}</dt>
          <dd>
            <a href={`mailto:${email}`}>{email}</a>
          </dd>
        </div>
      )}
      {address && (
        <div>
          <dt>{text.address}</dt>
          <dd>{address}</dd>
        </div>
      )}
    </dl>
  )
}
