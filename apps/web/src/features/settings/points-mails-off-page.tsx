import { MailX } from 'lucide-react'
import { MailLinkPage } from '#web/shared/page/mail-link-page.tsx'
import { stopMails } from './points-mails-api.ts'
import { mailsText as text } from './points-mails-text.ts'

/** Opened from the link of each mail about points. */
export function PointsMailsOffPage() {
  return (
    <MailLinkPage
      text={{
        title: text.offTitle,
        intro: text.offIntro,
        button: text.offButton,
        done: text.offDone,
      }}
      act={async (_, token) => {
        await stopMails(token)
        return text.offAgain
      }}
      reasonOf={() => text.offFailed}
      icon={MailX}
    />
  )
}
