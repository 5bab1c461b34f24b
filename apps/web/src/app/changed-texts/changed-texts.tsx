import type { dismissNotice, listNotices } from '@portal/contract/site.ts'
import { noticePages } from '@portal/contract/public-pages.ts'
import type { ReplyOf } from '@portal/contract/endpoint.ts'
import { routes } from '@portal/contract/routes.ts'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { call } from '#web/api/call.ts'
import { listOf, objectOf, oneOf, timestamp, whole } from '#web/api/reply-checks.ts'
import { route } from '#web/api/route.ts'
import { meOptions } from '#web/api/session.ts'
import { useSite } from '#web/api/site.ts'
import { inLanguage } from '#web/lib/language.ts'
import { Button } from '#web/ui/controls/button.tsx'
import css from '../shell/erasure-notice.module.css'

type News = ReplyOf<typeof listNotices>[number]

const listRoute = route<typeof listNotices>(
  routes.listNotices,
  listOf(objectOf<News>({ page: oneOf(...noticePages), number: whole, served_at: timestamp })),
)
const dismissRoute = route<typeof dismissNotice>(routes.dismissNotice)

const newsOptions = queryOptions({
  queryKey: ['changed-texts'],
  queryFn: ({ signal }) => call(listRoute, {}, signal),
  staleTime: Infinity,
})

const text = inLanguage({
  el: {
    privacy: 'Άλλαξε η ενημέρωση για τα προσωπικά δεδομένα.',
    terms: 'Άλλαξαν οι όροι χρήσης.',
    'privacy-staff': 'Άλλαξε η ενημέρωση του προσωπικού για τα προσωπικά δεδομένα.',
    read: 'Διαβάστε τη νέα έκδοση',
    dismiss: 'Εντάξει',
    failed: 'Η ειδοποίηση δεν έκλεισε. Παρακαλώ προσπαθήστε ξανά.',
  },
  en: {
    privacy: 'The privacy notice has changed.',
    terms: 'The terms of use have changed.',
    'privacy-staff': 'The privacy notice for staff has changed.',
    read: 'Read the new version',
    dismiss: 'OK',
    failed: 'The notice was not closed. Please try again.',
  },
})

/** Notices of changed texts for the signed-in person, one after the other, until they are closed. */
export function ChangedTexts() {
  const client = useQueryClient()
  const site = useSite()
  const { data: profile } = useQuery(meOptions)
  const { data } = useQuery({ ...newsOptions, enabled: Boolean(profile && site?.has_notices) })
  const news = profile ? data?.[0] : undefined
  const { mutate, isPending, isError } = useMutation({
    mutationFn: ({ page, number }: News) => call(dismissRoute, { body: { page, number } }),
    onSuccess: (_, closed) =>
      client.setQueryData(newsOptions.queryKey, (all) => all?.filter(({ page }) => page !== closed.page)),
  })
  return (
    <div role="status">
      {news && (
        <div className={css.notice}>
          <FileText size={19} aria-hidden="true" />
          <p>
            {isError ? text.failed : text[news.page]} <a href={`/pages/${news.page}`}>{text.read}</a>
          </p>
          <Button tone="ghost" busy={isPending} onClick={() => mutate(news)}>
            {text.dismiss}
          </Button>
        </div>
      )}
    </div>
  )
}
