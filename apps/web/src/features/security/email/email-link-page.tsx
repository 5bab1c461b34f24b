import { problemText } from '#web/api/common-error-text.ts'
import { MailLinkPage } from '#web/shared/page/mail-link-page.tsx'
import { followLink } from './api.ts'
import { changeSentences, text } from './text.ts'

/** Opened from the links of the mails about a change of the address. */
export function EmailLinkPage({ step }: { step: keyof typeof followLink }) {
  return (
    <MailLinkPage
      text={text.links[step]}
      act={async (uid, token) => {
        await followLink[step]({ uid, token })
        return text.links[step].doneIntro
      }}
      reasonOf={(error) => problemText(changeSentences, error)}
    />
  )
}
