import type { BodyOf } from '@portal/contract/endpoint.ts'
import type { addPartner, changePartner, ManagedPartner } from '@portal/contract/manage-partners.ts'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import * as endpoints from '#web/api/endpoints.ts'
import { useConfirmation } from '#web/shared/confirmation/use-confirmation.tsx'

/** In the place of a client id, none of which has an underscore: the form of a new partner. */
export const newId = '_new'
export const pathOf = (id?: string) => `/admin/manage/partners${id === undefined ? '' : `/${id}`}`

const queryKey = ['manage', 'partners'] as const

/** The partners with their settings and state, by name. */
export const partnersOptions = queryOptions({
  queryKey: [...queryKey, 'list'],
  queryFn: ({ signal }) => call(endpoints.listPartners, {}, signal),
})
export type Partners = Awaited<ReturnType<typeof call<typeof endpoints.listPartners>>>

/** The question for consent of a version of the settings. */
export const consentOptions = ({ client_id: client, version }: ManagedPartner) =>
  queryOptions({
    queryKey: [...queryKey, 'consent', client, version],
    queryFn: ({ signal }) => call(endpoints.showPartnerConsent, { params: { client } }, signal),
  })

/** Returns functions that change a partner, after a confirmation where it is required, and put the reply in the list. */
export function usePartnerChanges() {
  const client = useQueryClient()
  const confirmed = useConfirmation()
  const put = (partner: ManagedPartner) => {
    client.setQueryData(
      partnersOptions.queryKey,
      (known) =>
        known && {
          ...known,
          partners: known.partners.map((one) => (one.client_id === partner.client_id ? partner : one)),
        },
    )
    return partner
  }
  const params = ({ client_id: client }: ManagedPartner) => ({ client })
  return {
    /** Shows a changed partner. */
    put,
    add: async (body: BodyOf<typeof addPartner>) => {
      const added = await confirmed(() => call(endpoints.addPartner, { body }))
      await client.invalidateQueries({ queryKey: partnersOptions.queryKey })
      return added
    },
    change: async (partner: ManagedPartner, body: BodyOf<typeof changePartner>) =>
      put(await confirmed(() => call(endpoints.changePartner, { params: params(partner), body }))),
    rotate: async (partner: ManagedPartner, keepOldFor: number) => {
      const body = { version: partner.version, keep_old_for: keepOldFor }
      const rotated = await confirmed(() =>
        call(endpoints.rotatePartnerSecret, { params: params(partner), body }),
      )
      put(rotated.partner)
      return rotated
    },
    pause: async (partner: ManagedPartner) =>
      put(await confirmed(() => call(endpoints.pausePartner, { params: params(partner) }))),
    resume: async (partner: ManagedPartner) =>
      put(await confirmed(() => call(endpoints.resumePartner, { params: params(partner) }))),
    /** Reads the partner again, such as after a change by another operator. */
    reload: async ({ client_id }: ManagedPartner) => {
      const { partners } = await client.fetchQuery({ ...partnersOptions, staleTime: 0 })
      return partners.find((one) => one.client_id === client_id)
    },
  }
}
