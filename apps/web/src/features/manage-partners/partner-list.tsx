import type { ManagedPartner } from '@portal/contract/manage-partners.ts'
import { Link } from 'react-router'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { newId, pathOf } from './api.ts'
import css from './partners-page.module.css'
import { States } from './states.tsx'
import { text } from './text.ts'

/** The partners with their state, as links. */
export const PartnerList = ({ partners, current }: { partners: ManagedPartner[]; current?: string }) => (
  <section className={css.list} aria-label={text.list}>
    <div className={css.listHead}>
      <span className="semibold" aria-hidden="true">
        {text.title}
      </span>
      <ButtonLink to={pathOf(newId)}>{text.add}</ButtonLink>
    </div>
    {partners.length === 0 ? (
      <EmptyState title={text.none} text={text.noneText} />
    ) : (
      <ul>
        {partners.map((partner) => (
          <li key={partner.client_id}>
            <Link
              className={css.item}
              to={pathOf(partner.client_id)}
              aria-current={partner.client_id === current ? 'page' : undefined}
            >
              <span className="stack">
                <span className="semibold">{partner.name}</span>
                <span className="note">{text.yesterday(partner.records_yesterday)}</span>
              </span>
              <States partner={partner} />
            </Link>
          </li>
        ))}
      </ul>
    )}
  </section>
)
