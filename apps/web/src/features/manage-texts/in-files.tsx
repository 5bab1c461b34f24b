import layout from '#web/shared/manage/manage.module.css'
import { classes } from '#web/ui/layout/classes.ts'
import css from './manage-texts.module.css'
import { text } from './text.ts'

/** Says that the administrator of the machine has set CONTENT_DIR. */
export const InFiles = () => (
  <section className={classes(layout.panel, css.missing)} aria-labelledby="in-files">
    <h2 id="in-files" className="text-xl">
      {text.inFilesTitle}
    </h2>
    <p className="readable">{text.inFiles}</p>
  </section>
)
