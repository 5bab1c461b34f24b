import type { StickerLookUp } from '@portal/contract/sticker-look-up.ts'
import { isStickerCode } from '@portal/contract/sticker-codes.ts'
import { CircleCheck, CircleDashed, CircleHelp, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatDateTime, formatNumber } from '#web/lib/format.ts'
import layout from '#web/shared/manage/manage.module.css'
import { classes } from '#web/ui/layout/classes.ts'
import { CodeLink } from './code-link.tsx'
import css from './look-up.module.css'
import { text } from './text.ts'

/** Returns the status of a sticker as a short label and a sentence. */
function stateOf({ code, issued, owner, lost_at, replaced_by }: StickerLookUp) {
  if (!issued && !isStickerCode(code))
    return { icon: CircleHelp, says: text.noCode, means: text.noCodeMeans, bad: true }
  if (!issued) return { icon: CircleHelp, says: text.unknown, means: text.unknownMeans, bad: true }
  if (!owner) return { icon: CircleDashed, says: text.free, means: text.freeMeans, bad: false }
  if (lost_at === null) return { icon: CircleCheck, says: text.inUse, means: undefined, bad: false }
  const says = replaced_by === null ? text.lost : text.replaced
  return { icon: TriangleAlert, says, means: text.lostMeans, bad: true }
}

/** Details of a sticker. */
export function FoundSticker({ found }: { found: StickerLookUp }) {
  const { icon: Icon, says, means, bad } = stateOf(found)
  return (
    <>
      <h3 className={css.printed}>{found.printed}</h3>
      <p className={classes(bad ? layout.bad : layout.good, 'semibold')}>
        <Icon size={19} aria-hidden="true" />
        {says}
      </p>
      {means && <p className="muted readable">{means}</p>}
      <dl className={css.facts}>
        {factsOf(found).map(({ term, value }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function factsOf({ issued, owner, bound_at, lost_at, replaced_by, replaces, waiting }: StickerLookUp) {
  const { deliveries, points, oldest, sites } = waiting
  const facts: [term: string, value: ReactNode][] = [
    [text.issuedAt, issued && formatDateTime(issued.at)],
    [text.batch, issued && [issued.batch, issued.note].filter(Boolean).join(' · ')],
    [text.owner, owner && <Owner owner={owner} />],
    [text.boundAt, bound_at && formatDateTime(bound_at)],
    [text.lostAt, lost_at && formatDateTime(lost_at)],
    [text.replacedBy, replaced_by && <CodeLink code={replaced_by} />],
    [text.replaces, replaces.length > 0 && <Codes codes={replaces} />],
    [text.waiting, deliveries === 0 ? text.nothingWaits : text.deliveries(deliveries, points)],
    [text.oldest, oldest && formatDateTime(oldest)],
    [text.sites, sites.map(({ name, deliveries }) => `${name} (${formatNumber(deliveries)})`).join(', ')],
  ]
  return facts.flatMap(([term, value]) => (value ? [{ term, value }] : []))
}

const Owner = ({ owner: { id, full_name, active } }: { owner: NonNullable<StickerLookUp['owner']> }) =>
  active ? (
    <Link to={`/admin/users/${id}`}>{full_name || text.nameless}</Link>
  ) : (
    `${full_name || text.nameless} (${text.notActive})`
  )

const Codes = ({ codes }: { codes: string[] }) => (
  <ul className={css.codes}>
    {codes.map((code) => (
      <li key={code}>
        <CodeLink code={code} />
      </li>
    ))}
  </ul>
)
