import { IdCard } from 'lucide-react'
import { Link } from 'react-router'
import { inLanguage } from '#web/lib/language.ts'
import { useVisits } from '#web/shared/desk-visits/api.ts'
import { FreshVisits } from '#web/shared/desk-visits/visits.tsx'
import css from './landing-page.module.css'

/** Of a portal whose partners have desks: the link to the card, or what they have just recorded. */
export const DeskPart = ({ part }: { part: 'link' | 'visits' }) =>
  part === 'link' ? <CardLink /> : <NewVisits />

const CardLink = () => (
  <Link className={css.stickers} to="/card">
    <IdCard size={18} aria-hidden="true" />
    {inLanguage({ el: 'Η κάρτα μου', en: 'My card' })}
  </Link>
)

/** Somebody who brought many materials still sees the points first. */
const NewVisits = () => <FreshVisits visits={useVisits().fresh} atMost={3} />
