/** What partners' deliveries need of stickers: whose they are, and that they become somebody's. */
export { bindSticker, lockStickers, type StickerRow } from './queries.ts'
