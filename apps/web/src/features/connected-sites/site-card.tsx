import type { ConnectedSite } from '@portal/contract/partners.ts'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { problemText } from '#web/api/common-error-text.ts'
import { inLanguage } from '#web/lib/language.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { AskingButton } from '#web/ui/dialogs/asking-button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Facts } from '#web/ui/lists/facts.tsx'
import { useWithdrawal } from './api.ts'
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
  const withdraw = useWithdrawal()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => withdraw(site.site),
    onMutate: () => onWithdrawn(undefined),
    onSuccess: () => onWithdrawn(name),
  })

  return (
    <li className="card stack gap-3" aria-labelledby={id}>
      <div>
        <h2 id={id} className="text-l breaks">
          {name}
        </h2>
        <p className="muted">{first_party ? text.firstParty : text.thirdParty}</p>
      </div>
      <Facts
        rows={[
          [
            text.address,
            <a key="home" href={home_url}>
              {new URL(home_url).host}
            </a>,
          ],
          [text.since, formatDateTime(connected_at)],
          [text.may, scopes.map((scope) => scopeNames[scope]).join(', ') || '–'],
          [text.purpose, purpose],
          [text.company, company],
          [
            text.notice,
            privacy_url && (
              <a key="privacy" href={privacy_url}>
                {new URL(privacy_url).host}
              </a>
            ),
          ],
        ]}
      />
      {error && (
        <Notice tone="error" title={text.notDone}>
          <p>{problemText({}, error)}</p>
        </Notice>
      )}
      <div className="actions stretch">
        <AskingButton
          label={text.withdraw}
          busy={isPending}
          about={id}
          title={text.question(name)}
          cancel={text.cancel}
          onConfirm={mutate}
        >
          <p>{first_party ? text.firstPartyMeans(name) : text.thirdPartyMeans(name)}</p>
          {!first_party && <p>{text.thirdPartyKeeps}</p>}
        </AskingButton>
      </div>
    </li>
  )
}
