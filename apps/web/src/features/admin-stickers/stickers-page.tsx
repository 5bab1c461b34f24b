import { KeysHelp } from '#web/shared/keyboard-help/keyboard-help.tsx'
import { Page } from '#web/shared/page/page.tsx'
import { Batches } from './batches.tsx'
import { IssueForm } from './issue-form.tsx'
import { LookUp } from './look-up.tsx'
import css from './stickers-page.module.css'
import { text } from './text.ts'
import { WaitingDeliveries } from './waiting-deliveries.tsx'

/** /admin/stickers: looking up a code, waiting deliveries, issuing batches, and their files to print. */
export const StickersPage = () => (
  <Page title={text.title}>
    <div className="page">
      <div className={css.head}>
        <div>
          <h1 tabIndex={-1}>{text.title}</h1>
          <p className="intro readable">{text.intro}</p>
        </div>
        <KeysHelp />
      </div>
      <LookUp />
      <WaitingDeliveries />
      <IssueForm />
      <Batches />
    </div>
  </Page>
)
