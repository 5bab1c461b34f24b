import type { ManagedPartner, ShownConsent } from '@portal/contract/manage-partners.ts'
import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { LoadingPart, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import facts from '#web/ui/lists/facts.module.css'
import { consentOptions } from './api.ts'
import css from './partners-page.module.css'
import { text } from './text.ts'

/** The question for consent as citizens read it; a partner of the operator asks none. */
export function Consent({ partner }: { partner: ManagedPartner }) {
  const { data, isError, isFetched, refetch } = useQuery({
    ...consentOptions(partner),
    enabled: !partner.first_party,
  })
  return (
    <section className={css.part} aria-labelledby="consent">
      <div>
        <h2 className="text-l" id="consent">
          {text.consent}
        </h2>
        <p className="intro">{partner.first_party ? text.consentNone : text.consentSaved}</p>
      </div>
      {data && !partner.first_party && (
        <>
          <Words words={data.el} title={text.greek} lang="el" />
          <Words words={data.en} title={text.english} lang="en" />
        </>
      )}
      {!data && !partner.first_party && isError && (
        <ErrorState title={text.consentFailed} retry={() => void refetch()} />
      )}
      {!data && !partner.first_party && !isError && (
        <LoadingPart isFirst={!isFetched}>
          <Skeleton width="100%" height="8rem" />
        </LoadingPart>
      )}
    </section>
  )
}

const Words = ({ words, title, lang }: { words: ShownConsent; title: string; lang: 'el' | 'en' }) => (
  <div className="stack gap-2">
    <h3 className="text-m">{title}</h3>
    <div className={css.consent} lang={lang}>
      <p>{words.who}</p>
      <dl className={facts.facts}>
        {words.facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p>{words.asks}</p>
      <ul>
        {words.items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      {words.redeem && (
        <p>
          ☐ {words.redeem.label}. {words.redeem.means}
        </p>
      )}
      <p>{words.ends}</p>
    </div>
  </div>
)
