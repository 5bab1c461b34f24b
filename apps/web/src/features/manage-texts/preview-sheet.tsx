import type { TextPreview } from '@portal/contract/manage-texts.ts'
import css from './manage-texts.module.css'

/** A text as citizens see it: rendered by the server, without scripts, images and raw HTML. */
export const PreviewSheet = ({ label, preview }: { label: string; preview: TextPreview }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <div className={css.sheet} role="region" aria-label={label} tabIndex={0}>
    {preview.title !== null && <p className="text-xl semibold">{preview.title}</p>}
    {/* The renderer of the public pages, whose tests have hostile texts. The policy of the page allows no inline scripts either. */}
    {/* oxlint-disable-next-line react/no-danger */}
    <div dangerouslySetInnerHTML={{ __html: preview.html }} />
  </div>
)
