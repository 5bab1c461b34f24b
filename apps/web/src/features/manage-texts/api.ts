import type { BodyOf } from '@portal/contract/endpoint.ts'
import type * as texts from '@portal/contract/manage-texts.ts'
import type { TextPlace } from '@portal/contract/manage-texts.ts'
import type { NoticePage } from '@portal/contract/public-pages.ts'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import * as endpoints from '#web/api/endpoints.ts'
import { siteOptions } from '#web/api/site.ts'
import { useConfirmation } from '#web/shared/confirmation/use-confirmation.tsx'

const everything = ['managed texts']
/** A form is open on it: it loads what is new when it opens, and not while an operator types. */
const stays = { refetchOnWindowFocus: false, refetchOnReconnect: false, gcTime: 0 }

export const textsOptions = queryOptions({
  queryKey: [...everything, 'list'],
  queryFn: ({ signal }) => call(endpoints.listTexts, {}, signal),
})

export const valuesOptions = queryOptions({
  queryKey: [...everything, 'values'],
  queryFn: ({ signal }) => call(endpoints.readTextValues, {}, signal),
  ...stays,
})

export const textOptions = (place: TextPlace) =>
  queryOptions({
    queryKey: [...everything, 'text', place],
    queryFn: ({ signal }) => call(endpoints.findText, { params: place }, signal),
    ...stays,
  })

export const previewOptions = (place: TextPlace, text: string) =>
  queryOptions({
    queryKey: [...everything, 'preview', place, text],
    queryFn: ({ signal }) => call(endpoints.previewText, { params: place, body: { text } }, signal),
    placeholderData: keepPreviousData,
    ...stays,
  })

export const versionOptions = (place: TextPlace, id: number) =>
  queryOptions({
    queryKey: [...everything, 'version', place, id],
    queryFn: ({ signal }) =>
      call(endpoints.readTextVersion, { params: { ...place, id: String(id) } }, signal),
  })

export const mailsOptions = (page: NoticePage) =>
  queryOptions({
    queryKey: [...everything, 'mails', page],
    queryFn: ({ signal }) => call(endpoints.countTextMails, { params: { page } }, signal),
  })

/** Returns functions that change texts and values, and then what other pages show of them. */
export function useTextChanges() {
  const client = useQueryClient()
  const confirmed = useConfirmation()
  const reload = async () => {
    await client.invalidateQueries({ queryKey: textsOptions.queryKey })
    await client.invalidateQueries({ queryKey: [...everything, 'mails'] })
    await client.invalidateQueries({ queryKey: [...everything, 'preview'] })
    await client.invalidateQueries({ queryKey: siteOptions.queryKey })
    await client.invalidateQueries({ queryKey: ['changed-texts'] })
  }
  const thenShow = async (place: TextPlace, change: Promise<texts.ManagedText>) => {
    const text = await change
    client.setQueryData(textOptions(place).queryKey, text)
    await reload()
    return text
  }
  return {
    changeValues: async (body: BodyOf<typeof texts.changeTextValues>) => {
      const values = await confirmed(() => call(endpoints.changeTextValues, { body }))
      client.setQueryData(valuesOptions.queryKey, values)
      await reload()
      return values
    },
    latestValues: () => client.fetchQuery({ ...valuesOptions, staleTime: 0 }),
    saveDraft: (place: TextPlace, body: BodyOf<typeof texts.saveTextDraft>) =>
      thenShow(place, call(endpoints.saveTextDraft, { params: place, body })),
    discardDraft: (place: TextPlace, version: string) =>
      thenShow(place, call(endpoints.discardTextDraft, { params: place, body: { version } })),
    publish: (place: TextPlace, body: BodyOf<typeof texts.publishText>) =>
      thenShow(
        place,
        confirmed(() => call(endpoints.publishText, { params: place, body })),
      ),
    withdraw: (place: TextPlace, id: number, version: string) =>
      thenShow(
        place,
        confirmed(() =>
          call(endpoints.withdrawText, { params: { ...place, id: String(id) }, body: { version } }),
        ),
      ),
    latest: (place: TextPlace) => client.fetchQuery({ ...textOptions(place), staleTime: 0 }),
    sendMails: async (page: NoticePage, number: number) => {
      try {
        return await confirmed(() => call(endpoints.sendTextMails, { params: { page }, body: { number } }))
      } finally {
        await client.invalidateQueries({ queryKey: mailsOptions(page).queryKey })
      }
    },
  }
}
