import type { ConnectedSite } from '@portal/contract/partners.ts'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { problemText } from '#web/api/common-error-text.ts'
import { inLanguage } from '#web/lib/language.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import factsCss from '#web/ui/lists/facts.module.css'
import { useWithdrawal } from './api.ts'
import css from './connected-sites.module.css'
import { scopeNames, text } from './text.ts'

/** One site: whose it is, its home page, what it may read, and the button that withdraws its access. */
export function SiteCard({
  site,
  onWithdrawn,
}: {
  site: ConnectedSite
  /** Gets the name of a withdrawn site, and undefined when another one is about to be withdrawn. */
  onWithdrawn: (name: string | undefined) => void
}) {
  const { name, home_url, company, privacy_url, first_party, connected_at, scopes } = site
  const purpose = inLanguage({ el: site.purpose, en: site.purpose_en ?? site.purpose })
  const id = useId()
  const [asking, setAsking] = useState(false)
  const withdraw = useWithdrawal()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => withdraw(site.site),
    onMutate: () => onWithdrawn(undefined),
    onSuccess: () => onWithdrawn(name),
  })

  return (
    <li className={css.card} aria-labelledby={id}>
      <div>
        <h2 id={id} className="text-l breaks">
          {name}
        </h2>
        <p className="muted">{first_party ? text.firstParty : text.thirdParty}</p>
      </div>
      <dl className={factsCss.facts}>
        <div>
          <dt>{text.address}</dt>
          <dd>
            <a href={home_url}>{new URL(home_url).host}</a>
          </dd>
        </div>
        <div>
          <dt>{text.since}</dt>
          <dd>{formatDateTime(connected_at)}</dd>
        </div>
        <div>
          <dt>{text.may}</dt>
          <dd>{scopes.map((scope) => scopeNames[scope]).join(', ') || '–'}</dd>
        </div>
        {purpose && (
          <div>
            <dt>{text.purpose}</dt>
            <dd>{purpose}</dd>
          </div>
        )}
        {company && (
          <div>
            <dt>{text.company}</dt>
            <dd>{company}</dd>
          </div>
        )}
        {privacy_url && (
          <div>
            <dt>{text.notice}</dt>
            <dd>
              <a href={privacy_url}>{new URL(privacy_url).host}</a>
            </dd>
          </div>
        )}
      </dl>
      {error && (
        <Notice tone="error" title={text.notDone}>
          <p>{problemText({}, error)}</p>
        </Notice>
      )}
      <div className={css.actions}>
        <Button
          tone="ghost"
          aria-describedby={id}
          busy={isPending}
          onClick={() => !isPending && setAsking(true)}
        >
          {text.withdraw}
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          title={text.question(name)}
          cancel={{ label: text.cancel, action: () => setAsking(false) }}
          confirm={{
            label: text.withdraw,
            action: () => {
              setAsking(false)
              mutate()
            },
          }}
        >
          <p>{first_party ? text.firstPartyMeans(name) : text.thirdPartyMeans(name)}</p>
          {!first_party && <p>{text.thirdPartyKeeps}</p>}
        </ConfirmDialog>
      )}
    </li>
  )
}
