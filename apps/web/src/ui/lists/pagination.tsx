import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { Link } from 'react-router'
import type { To } from 'react-router'
import { formatNumber } from '#web/lib/format.ts'
import { classes } from '../layout/classes.ts'
import { Hidden } from '../layout/hidden.tsx'
import { placesOf } from './pagination-places.ts'
import { inLanguage } from '#web/lib/language.ts'
import css from './pagination.module.css'

const text = inLanguage({
  el: {
    pages: 'Σελίδες',
    first: 'Πρώτη σελίδα',
    previous: 'Προηγούμενη σελίδα',
    next: 'Επόμενη σελίδα',
    last: 'Τελευταία σελίδα',
    page: (page: string) => `Σελίδα ${page}`,
    shown: (range: string, count: string) => `${range} από ${count}`,
  },
  en: {
    pages: 'Pages',
    first: 'First page',
    previous: 'Previous page',
    next: 'Next page',
    last: 'Last page',
    page: (page: string) => `Page ${page}`,
    shown: (range: string, count: string) => `${range} of ${count}`,
  },
})

type StepProps = { name: string; icon: LucideIcon; to: To | undefined; className: string | undefined }

function Step({ name, icon: Icon, to, className }: StepProps) {
  const content = (
    <>
      <Icon size={20} aria-hidden="true" />
      <Hidden>{name}</Hidden>
    </>
  )
  // A link without href is a disabled link: keeps its place and is marked `aria-disabled`.
  return to === undefined ? (
    <span className={classes(css.place, css.off, className)} role="link" aria-disabled="true">
      {content}
    </span>
  ) : (
    <Link className={classes(css.place, className)} to={to} title={name}>
      {content}
    </Link>
  )
}

type PaginationProps = {
  /** Current page, starting at 1. */
  page: number
  pages: number
  /** Total number of items, and items per page. */
  count: number
  size: number
  addressOf: (page: number) => To
}

/** Links to pages, and the range shown: '21–40 από 256' (portal.md §9). */
export function Pagination({ page, pages, count, size, addressOf }: PaginationProps) {
  const to = (target: number) =>
    target < 1 || target > pages || target === page ? undefined : addressOf(target)
  const first = (page - 1) * size + 1
  const range = `${formatNumber(first)}–${formatNumber(Math.min(page * size, count))}`
  const shown = text.shown(range, formatNumber(count))
  return (
    <div className={css.pagination}>
      <span className="no-phone" aria-hidden="true">
        {text.pages}
      </span>
      <nav aria-label={text.pages} className={css.pages}>
        <Step name={text.first} icon={ChevronFirst} to={to(1)} className={css.first} />
        <Step name={text.previous} icon={ChevronLeft} to={to(page - 1)} className={css.previous} />
        <div className={css.numbers}>
          {placesOf(pages, page).map((place) =>
            typeof place === 'string' ? (
              <span key={place} className={css.gap} aria-hidden="true">
                …
              </span>
            ) : (
              <Link
                key={place}
                className={css.place}
                to={addressOf(place)}
                aria-label={text.page(formatNumber(place))}
                aria-current={place === page ? 'page' : undefined}
              >
                {formatNumber(place)}
              </Link>
            ),
          )}
        </div>
        <Step name={text.next} icon={ChevronRight} to={to(page + 1)} className={css.next} />
        <Step name={text.last} icon={ChevronLast} to={to(pages)} className={css.last} />
      </nav>
      <span role="status">{shown}</span>
    </div>
  )
}
