import type { BodyOf, ReplyOf } from '@portal/contract/endpoint.ts'
import type * as devices from '@portal/contract/desk/manage-devices.ts'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import * as endpoints from '#web/api/endpoints.ts'
import { now } from '#web/lib/clock.ts'
import { useConfirmation } from '#web/shared/confirmation/use-confirmation.tsx'

export type Devices = ReplyOf<typeof devices.listDevices>
export type DeviceLink = Devices['links'][number]
export type NewCode = ReplyOf<typeof devices.addDevice>
export type NewLink = ReplyOf<typeof devices.addDeviceLink>

const keyOf = (client: string) => ['manage', 'devices', client] as const

/** Whether its code enrols a device now. */
const isEnrolling = ({ state, enrolment_until: until }: devices.Device) =>
  state !== 'revoked' && until !== null && Date.parse(until) > now().getTime()

/** The devices of a partner and its links. Asked again every three seconds while somebody types or scans a code. */
export const devicesOptions = (client: string) =>
  queryOptions({
    queryKey: [...keyOf(client), 'list'],
    queryFn: ({ signal }) => call(endpoints.listDevices, { params: { client } }, signal),
    refetchInterval: ({ state }) => (state.data?.devices.some(isEnrolling) ? 3_000 : false),
  })

export const heldOptions = (client: string) =>
  queryOptions({
    queryKey: [...keyOf(client), 'held'],
    queryFn: ({ signal }) => call(endpoints.listHeldEntries, { params: { client } }, signal),
  })

/** @param month YYYY-MM */
export const daysOptions = (client: string, month: string) =>
  queryOptions({
    queryKey: [...keyOf(client), 'days', month],
    queryFn: ({ signal }) => call(endpoints.listDeskDays, { params: { client }, query: { month } }, signal),
  })

/** Every collection point, to choose one. */
export const allPlacesOptions = queryOptions({
  queryKey: ['managed places', 'list', 'all'],
  queryFn: async ({ signal }) => {
    const page = (at: number) =>
      call(
        endpoints.listManagedPlaces,
        { query: { search: '', municipality: '', kind: '', page: String(at) } },
        signal,
      )
    const first = await page(1)
    const size = Math.max(1, first.results.length)
    const more = await Promise.all(
      Array.from({ length: Math.ceil(first.count / size) - 1 }, (_, at) => page(at + 2)),
    )
    return [first, ...more].flatMap(({ results }) => results)
  },
})

/** As the screen of the rates has them. */
export const ratesOptions = queryOptions({
  queryKey: ['rates'],
  queryFn: ({ signal }) => call(endpoints.listRates, {}, signal),
})

/** Returns functions that change devices and links of a partner, after a confirmation where it is required. */
export function useDeviceChanges(client: string) {
  const queries = useQueryClient()
  const confirmed = useConfirmation()
  const { queryKey } = devicesOptions(client)
  const reload = () => queries.invalidateQueries({ queryKey })
  const thenReload = async <Reply>(change: Promise<Reply>) => {
    const reply = await change
    await reload()
    return reply
  }
  const params = ({ id }: { id: number }) => ({ id: String(id) })
  return {
    add: (body: BodyOf<typeof devices.addDevice>) =>
      thenReload(confirmed(() => call(endpoints.addDevice, { params: { client }, body }))),
    change: (device: devices.Device, body: BodyOf<typeof devices.changeDevice>) =>
      thenReload(call(endpoints.changeDevice, { params: params(device), body })),
    enrolAgain: (device: devices.Device) =>
      thenReload(confirmed(() => call(endpoints.enrolDeviceAgain, { params: params(device) }))),
    unlock: (device: devices.Device) => thenReload(call(endpoints.unlockDevice, { params: params(device) })),
    revoke: (device: devices.Device) => thenReload(call(endpoints.revokeDevice, { params: params(device) })),
    addLink: (body: BodyOf<typeof devices.addDeviceLink>) =>
      thenReload(confirmed(() => call(endpoints.addDeviceLink, { params: { client }, body }))),
    withdrawLink: (link: DeviceLink) =>
      thenReload(call(endpoints.withdrawDeviceLink, { params: { client, ...params(link) } })),
    /** Accepts or refuses an entry of a revoked device; then reads the rest again, also after an error. */
    decide: async (entry: devices.HeldEntry, accept: boolean) => {
      try {
        return await call(endpoints.decideHeldEntry, { params: params(entry), body: { accept } })
      } finally {
        await queries.invalidateQueries({ queryKey: keyOf(client) })
      }
    },
    /** Reads the devices again, such as after a change by another operator. */
    latest: async ({ id }: devices.Device) => {
      const { devices } = await queries.fetchQuery({ ...devicesOptions(client), staleTime: 0 })
      return devices.find((one) => one.id === id)
    },
  }
}
