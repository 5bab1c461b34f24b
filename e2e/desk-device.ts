/** A phone at a partner without software, which calls the portal as the page of the desk does. */
import { randomUUID } from 'node:crypto'
import { expect, request } from '@playwright/test'
import { registerPartner } from './partners.ts'
import type { Portal } from './portal.ts'
import { operator } from './seed.ts'

const pin = '4711'

/**
 * Adds a partner with a device by the calls of an operator, and enrols the device. Needs rates of what it records.
 * @returns calls of the device
 */
export async function openDevice(
  portal: Portal,
  { partner, device, may }: { partner: string; device: string; may: string[] },
) {
  const written = { reuse: ['item_delivered', 'item_reused'], oil: ['oil_collected'], coupons: [] }
  const { id } = await registerPartner(portal, [
    partner,
    '--url',
    'https://partner.example.gr/',
    '--scope',
    'points:write',
    ...may.flatMap((use) => written[use as keyof typeof written]).flatMap((what) => ['--writes', what]),
  ])
  const baseURL = portal.url
  const staff = await request.newContext({ baseURL })
  expect((await staff.post('/api/auth/token/login', { data: operator })).status()).toBe(200)
  const csrf = (await staff.storageState()).cookies.find(({ name }) => name === 'csrftoken')?.value ?? ''
  const added = await staff.post(`/api/manage/partners/${id}/devices/`, {
    headers: { 'X-CSRFToken': csrf },
    data: { name: device, place: null, may },
  })
  expect(added.status(), await added.text()).toBe(201)
  const { enrolment } = (await added.json()) as { enrolment: { code: string } }
  await staff.dispose()

  const phone = await request.newContext({ baseURL })
  const post = async (path: string, data: object) => {
    const { cookies } = await phone.storageState()
    const known = cookies.find(({ name, path }) => name === 'csrftoken' && path === '/desk')?.value
    const answer = await phone.post(`/api/desk/${path}`, {
      data,
      headers: { Origin: baseURL, ...(known && { 'X-CSRFToken': known }) },
    })
    return { status: answer.status(), body: (await answer.json()) as Record<string, unknown> }
  }
  expect((await post('enrol/', { code: enrolment.code, pin })).status).toBe(201)
  return {
    /** Reads a card. @returns the name that the desk sees, or the refusal */
    read: async (code: string) => {
      const { status, body } = await post('card/', { code })
      return status === 200 ? body['name'] : JSON.stringify(body)
    },
    /** Records what a person brought. @returns the results */
    record: async (entry: object) => {
      const at = new Date().toISOString()
      const entries = [{ reference: randomUUID(), at, ...entry }]
      const { body } = await post('entries/', { sent_at: at, entries })
      return body['results'] as { state: string; points: number | null; code: string | null }[]
    },
    close: () => phone.dispose(),
  }
}
