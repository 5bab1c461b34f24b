import { printedStickerCode } from '@portal/contract/sticker-codes.ts'
import { Link } from 'react-router'
import css from './look-up.module.css'

/** A printed code as a link to its sticker. */
export const CodeLink = ({ code }: { code: string }) => (
  <Link className={css.link} to={{ search: new URLSearchParams({ code }).toString() }}>
    {printedStickerCode(code)}
  </Link>
)
