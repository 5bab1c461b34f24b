import type { ManagedBrand } from '@portal/contract/manage-brand.ts'
import { act, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { showPage } from '#web/api/page-in-test.tsx'
import { createQueryClient } from '#web/api/query-client.ts'
import { refusal } from '#web/api/refusal-in-test.tsx'
import { brandOptions } from './api.ts'
import { BrandPage } from './brand-page.tsx'

const brand = (version: number, logo: string | null): ManagedBrand => ({
  source: 'stored',
  content: {
    product: 'Πόντοι',
    company: 'Φορέας',
    title_suffix: 'Δοκιμή',
    contact: {},
    sites: { oil: { url: 'https://oil.example.gr/' }, reuse: { url: 'https://reuse.example.gr/' } },
    links: [],
  },
  logo,
  version,
})

it('says that another operator has changed only the logo, and saves onto it after that', async () => {
  const versions: unknown[] = []
  vi.stubGlobal('fetch', (address: string, { method = 'GET', body }: RequestInit = {}) => {
    if (address !== '/api/manage/brand/') return Promise.resolve(refusal({ code: 'not_found' }))
    if (method !== 'PUT') return Promise.resolve(Response.json(brand(2, '/brand/logo.png')))
    const { version } = JSON.parse(body as string) as ManagedBrand
    versions.push(version)
    return Promise.resolve(
      version === 2 ? Response.json(brand(3, '/brand/logo.png')) : refusal({ code: 'changed_meanwhile' }),
    )
  })
  const client = createQueryClient()
  client.setQueryData(brandOptions.queryKey, brand(1, null))
  const user = showPage(<BrandPage />, client)
  await user.type(screen.getByLabelText(/^Τηλέφωνο/), '2461 000000')
  act(() => void client.setQueryData(brandOptions.queryKey, brand(2, '/brand/logo.png')))
  const save = () => user.click(screen.getByRole('button', { name: 'Αποθήκευση' }))
  await save()
  expect(
    within(await screen.findByRole('alert')).getByText('Άλλαξε το λογότυπο ή κάτι που δεν φαίνεται εδώ.'),
  ).toBeTruthy()
  await save()
  expect(await screen.findByText('Τα στοιχεία αποθηκεύτηκαν')).toBeTruthy()
  expect(versions).toEqual([1, 2])
})
