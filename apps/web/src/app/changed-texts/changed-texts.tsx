import type { listNotices } from '@portal/contract/site.ts'
import type { ReplyOf } from '@portal/contract/endpoint.ts'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { call } from '#web/api/call.ts'
import { meOptions } from '#web/api/session.ts'
import { useSite } from '#web/api/site.ts'
import { inLanguage } from '#web/lib/language.ts'
import { Button } from '#web/ui/controls/button.tsx'
import css from '../shell/erasure-notice.module.css'
import * as endpoints from '#web/api/endpoints.ts'

type News = ReplyOf<typeof listNotices>[number]

const newsOptions = queryOptions({
  queryKey: ['changed-texts'],
  queryFn: ({ signal }) => call(endpoints.listNotices, {}, signal),
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
    mutationFn: ({ page, number }: News) => call(endpoints.dismissNotice, { body: { page, number } }),
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
