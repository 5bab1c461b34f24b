import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contentPages, type PublicPage } from '@portal/contract/public-pages.ts'
import type { Language } from '@portal/contract/words/language.ts'
import type { z } from 'zod'

/** The file of a page: `terms.md`, in English `terms.en.md`, which may be missing. */
export const contentFile = (folder: string, { name }: Pick<PublicPage, 'name'>, language: Language = 'el') =>
  join(folder, language === 'el' ? `${name}.md` : `${name}.${language}.md`)

/**
 * Reads a Markdown file of CONTENT_DIR, without its byte order mark.
 * @throws Error with the file's name if it is missing, unreadable, empty or not UTF-8
 */
export function readContent(file: string): string {
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    throw new Error(code === 'ENOENT' ? `no such file: ${file}.` : `cannot read ${file} (${code}).`, {
      cause: error,
    })
  }
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new Error(`${file} is not UTF-8.`, { cause: error })
  }
  if (text.trim() === '') throw new Error(`${file} is empty.`)
  return text
}

/** Checks that each public page can be read. Returns the folder. */
export function checkContent(folder: string, context: z.RefinementCtx): string {
  const english = contentPages.map((page) => contentFile(folder, page, 'en')).filter(existsSync)
  for (const file of [...contentPages.map((page) => contentFile(folder, page)), ...english])
    try {
      readContent(file)
    } catch (error) {
      context.addIssue((error as Error).message)
    }
  return folder
}
