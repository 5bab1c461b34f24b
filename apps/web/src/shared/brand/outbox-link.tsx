import { useSite } from '#web/api/site.ts'
import { inLanguage } from '#web/lib/language.ts'

/** Link to the mails of the demonstration; nothing elsewhere. */
export const OutboxLink = () =>
  useSite()?.demonstration && (
    <a href="/outbox/">
      {inLanguage({ el: 'Δείτε τα μηνύματα της επίδειξης', en: 'See the emails of the demonstration' })}
    </a>
  )
