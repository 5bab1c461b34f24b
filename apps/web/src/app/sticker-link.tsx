import { readStickerCode } from '@portal/contract/sticker-codes.ts'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from 'react-router'
import { meOptions } from '#web/api/session.ts'

/**
 * The address in a sticker's QR code, /s/CODE. Redirects a citizen to the form that adds the sticker, staff to their
 * look-up, and a visitor to the sign-in, which returns here. Belongs below `Only`.
 */
export function StickerLink() {
  const { '*': rest = '' } = useParams()
  const { data: profile } = useQuery(meOptions)
  const code = readStickerCode(rest.replace(/\/+$/, ''))
  const to = profile
    ? `${profile.is_staff ? '/admin/stickers' : '/settings/stickers'}?${new URLSearchParams({ code }).toString()}`
    : `/login?${new URLSearchParams({ next: `/s/${encodeURIComponent(code)}` }).toString()}`
  return <Navigate to={to} replace />
}
