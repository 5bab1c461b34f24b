import { FileSpreadsheet, Printer } from 'lucide-react'
import { Hidden } from '#web/ui/layout/hidden.tsx'
import { filesOf } from './api.ts'
import css from './stickers-page.module.css'
import { text } from './text.ts'

/** Links to the files of a batch: printable labels, and the codes as text for other layouts. */
export function Files({ id }: { id: number }) {
  const { labels, codes } = filesOf(id)
  return (
    <span className={css.files}>
      <a href={labels} download className={css.file}>
        <Printer size={18} aria-hidden="true" />
        {text.labels}
        <Hidden> {text.ofBatch(id)}</Hidden>
      </a>
      <a href={codes} download className={css.file}>
        <FileSpreadsheet size={18} aria-hidden="true" />
        {text.codes}
        <Hidden> {text.ofBatch(id)}</Hidden>
      </a>
    </span>
  )
}
