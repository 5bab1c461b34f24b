import type { ManagedPartner, ShownConsent } from '@portal/contract/manage-partners.ts'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '#web/shared/manage/loaded.tsx'
import { Panel } from '#web/shared/manage/panel.tsx'
import facts from '#web/ui/lists/facts.module.css'
import { consentOptions } from './api.ts'
import css from './partners-page.module.css'
import { text } from './text.ts'

/** The question for consent as citizens read it; a partner of the operator asks none. */
export function Consent({ partner }: { partner: ManagedPartner }) {
  const query = useQuery({ ...consentOptions(partner), enabled: !partner.first_party })
  return (
    <Panel title={text.consent} intro={partner.first_party ? text.consentNone : text.consentSaved}>
      {!partner.first_party && (
        <Loaded query={query} failed={text.consentFailed}>
          {({ el, en }) => (
            <>
              <Words words={el} title={text.greek} lang="el" />
              <Words words={en} title={text.english} lang="en" />
            </>
          )}
        </Loaded>
      )}
    </Panel>
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
