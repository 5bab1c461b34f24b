import { printedStickerCode } from '@portal/contract/sticker-codes.ts'
import { Link } from 'react-router'
import css from './look-up.module.css'

/** A code as printed, that leads to what is known of it. */
export const CodeLink = ({ code }: { code: string }) => (
  <Link className={css.link} to={{ search: new URLSearchParams({ code }).toString() }}>
    {printedStickerCode(code)}
  </Link>
)
