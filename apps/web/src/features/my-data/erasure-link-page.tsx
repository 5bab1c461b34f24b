import { problemText } from '#web/api/common-error-text.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { MailLinkPage } from '#web/shared/page/mail-link-page.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { cancelByLink, confirmByLink } from './api.ts'
import { erasureSentences, text } from './text.ts'

const reasonOf = (error: unknown) => problemText(erasureSentences, error)

/** Opened from the links of the mails about an erasure. */
export function ErasureLinkPage({ step }: { step: 'confirm' | 'cancel' }) {
  if (step === 'cancel')
    return (
      <MailLinkPage
        text={{
          title: text.cancelTitle,
          intro: text.cancelIntro,
          button: text.cancel,
          done: text.cancelDone,
          failed: text.cancelLinkFailed,
        }}
        act={async (uid, token) => {
          await cancelByLink(uid, token)
          return text.cancelDoneIntro
        }}
        reasonOf={reasonOf}
      />
    )
  return (
    <MailLinkPage
      text={{
        title: text.confirmTitle,
        intro: text.confirmIntro,
        button: text.confirm,
        done: text.confirmed,
        failed: text.confirmFailed,
      }}
      act={async (uid, token) =>
        text.confirmedIntro(formatDateTime((await confirmByLink(uid, token)).due_at))
      }
      reasonOf={reasonOf}
      tone="ghost"
    >
      <ButtonLink wide to="/">
        {text.keep}
      </ButtonLink>
    </MailLinkPage>
  )
}
