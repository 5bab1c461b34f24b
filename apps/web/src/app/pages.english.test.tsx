import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { clerk, maria, openPortal, serve } from './portal-in-test.tsx'

let reload = vi.spyOn(window.location, 'reload')
beforeEach(() => {
  reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined)
})
afterEach(() => {
  document.cookie = 'language=en; Path=/'
})

const chosen = () => /language=(\w+)/.exec(document.cookie)?.[1]

/** Greek in the page, but for names and the operator's texts, and for texts that are marked as Greek. */
function greekOf(page: HTMLElement): string[] {
  const copy = page.cloneNode(true) as HTMLElement
  for (const marked of copy.querySelectorAll('[lang="el"], output, option')) marked.remove()
  const names = ['aria-label', 'title', 'placeholder', 'alt', 'value']
  const attributes = [...copy.querySelectorAll('*')].flatMap((element) =>
    names.map((name) => element.getAttribute(name) ?? ''),
  )
  const data = /Πόντοι|Φορέας|Δοκιμή|Μαρία|Παππά/g
  return [copy.textContent, ...attributes].flatMap(
    (text) => text.replace(data, '').match(/[^\n]*[\u0370-\u03ff\u1f00-\u1fff][^\n]*/g) ?? [],
  )
}

const pages = [
  [null, '/login', 'Sign in'],
  [null, '/signup', 'Sign up'],
  [null, '/password/reset', 'Reset your password'],
  [null, '/password/reset/confirm/u/t', 'Set a new password'],
  [null, '/account/activate', 'New activation email'],
  [null, '/account/activate/u/t', 'Activate your account'],
  [null, '/account/disown/u/t', 'Was this not you?'],
  [null, '/account/email/confirm/u/t', 'Confirm email address'],
  [null, '/account/email/restore/u/t', 'Was it not you who changed the email address?'],
  [null, '/account/erasure/confirm/u/t', 'Delete account'],
  [null, '/account/erasure/cancel/u/t', 'Keep your account'],
  [null, '/places', 'Collection points'],
  [null, '/nowhere', 'This page does not exist'],
  [maria, '/', 'Welcome, Μαρία'],
  [maria, '/settings', 'Account settings'],
  [maria, '/settings/password', 'Change password'],
  [maria, '/settings/security', 'Account security'],
  [maria, '/settings/stickers', 'My stickers'],
  [maria, '/offers', 'Offers'],
  [null, '/gift/t', 'A coupon for you'],
  [maria, '/settings/sites', 'Connected sites'],
  [maria, '/settings/access-log', 'Who saw my data'],
  [maria, '/settings/data', 'My data'],
  [maria, '/settings/email', 'Change email address'],
] as const

describe('the English pages [languages pages]', () => {
  it.each(pages)('show no Greek: %o at %s', async (profile, path, heading) => {
    serve(profile)
    openPortal(path)
    await screen.findByRole('heading', { level: 1, name: heading })
    expect(greekOf(document.body)).toEqual([])
  })

  it('format numbers in English', async () => {
    const { formatNumber, formatDecimal } = await import('#web/lib/format.ts')
    expect([formatNumber(1240), formatDecimal(12.5)]).toEqual(['1,240', '12.5'])
  })
})

describe('the language switch [languages pages]', () => {
  it('sets the cookie and loads the page again', async () => {
    const server = serve(null)
    const user = openPortal('/login')
    await user.click(await screen.findByRole('button', { name: 'Ελληνικά' }))
    expect([chosen(), reload.mock.calls.length]).toEqual(['el', 1])
    expect(server.requests).not.toContain('PUT /api/auth/language/')
  })

  it('stores the language in the account of a customer', async () => {
    const server = serve(maria)
    const user = openPortal('/')
    const button = await screen.findByRole('button', { name: 'Ελληνικά' })
    expect(button.lang).toBe('el')
    await user.click(button)
    expect(server.requests).toContain('PUT /api/auth/language/')
    await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  })

  it('is not shown to staff, whose pages are Greek, also in a browser with English', async () => {
    serve(clerk)
    openPortal('/admin/users')
    await waitFor(() => expect(reload).toHaveBeenCalled())
    expect(chosen()).toBe('el')
    expect(screen.queryByRole('button', { name: /Ελληνικά|English/ })).toBeNull()
  })

  it('is applied after a sign-in to an account with another language', async () => {
    const server = serve(null)
    const user = openPortal('/login')
    await screen.findByRole('heading', { level: 1 })
    const answer = server.answer.bind(server)
    server.answer = async (address, init) => {
      if (address === '/api/auth/token/login') document.cookie = 'language=el; Path=/'
      return answer(address, init)
    }
    await user.type(screen.getByLabelText('Email'), maria.email)
    await user.type(screen.getByLabelText('Password'), 'a-password-1')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  })
})
