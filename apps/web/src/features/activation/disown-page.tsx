import { problemText } from '#web/api/common-error-text.ts'
import { MailLinkPage } from '#web/shared/page/mail-link-page.tsx'
import { disownAccount } from './api.ts'
import { disownSentences, text } from './text.ts'

/** Opened from the second link of an activation mail. */
export function DisownPage() {
  return (
    <MailLinkPage
      text={{
        title: text.disownTitle,
        intro: text.disownIntro,
        more: text.disownEffect,
        button: text.disown,
        done: text.disowned,
        failed: text.disownFailed,
      }}
      act={async (uid, token) => {
        await disownAccount(uid, token)
        return text.disownedIntro
      }}
      reasonOf={(error) => problemText(disownSentences, error)}
    />
  )
}
