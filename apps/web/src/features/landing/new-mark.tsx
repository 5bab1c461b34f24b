import { useQuery } from '@tanstack/react-query'
import { arrivedOptions, noneArrived } from './api.ts'
import css from './new-mark.module.css'
import { inLanguage } from '#web/lib/language.ts'

/** Marks a record that was added while the page is open. */
export function NewMark({ id }: { id: number }) {
  const { all } = useQuery(arrivedOptions).data ?? noneArrived
  return all.includes(id) && <span className={css.new}>{inLanguage({ el: 'Νέα', en: 'New' })}</span>
}
