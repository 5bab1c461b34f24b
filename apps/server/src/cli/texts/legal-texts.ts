import { textPages } from '@portal/contract/manage/texts.ts'
import { languages } from '@portal/contract/words/language.ts'
import { z } from 'zod'
import { type Command, command, day, file, n, one } from '../arguments.ts'
import { optionallyActingAs, optionallyAs } from '../acting.ts'

/** Legal texts in the database, as at /admin/manage/texts. */
export const legalTextCommands: Record<string, Command> = {
  'texts publish': command({
    summary:
      'Publishes a Markdown file as the text of a public page from DAY on, as /admin/manage/texts does. With CONTENT_DIR, its files win and nothing is published.',
    argument: file,
    options: {
      page: one('PAGE', textPages.join(', '), z.enum(textPages)),
      language: one('LANGUAGE', languages.join(' or '), z.enum(languages)),
      from: day,
      ...optionallyAs,
    },
    run: async (context, { page, language, from, as }, path) => {
      const { publishFile } = await import('../../features/site/texts-service.ts')
      const author = await optionallyActingAs(context, 'texts publish', as)
      const length = await publishFile(context, author, { page, language }, { path, validFrom: from })
      return `${n(length)} characters of ${page} (${language}) are published from ${from} on.`
    },
  }),
  'texts values': command({
    summary:
      'Changes the values that a file of the form of values.json names, in the texts of the public pages; the others stay. An empty value is removed. With CONTENT_DIR, its files win and nothing is changed.',
    argument: file,
    options: optionallyAs,
    run: async (context, { as }, path) => {
      const { changeValues, listMissing, readValuesOf } =
        await import('../../features/site/values-service.ts')
      const values = readValuesOf(path)
      const author = await optionallyActingAs(context, 'texts values', as)
      const { keys } = listMissing(await changeValues(context, author, values))
      const rest =
        keys.length === 0 ? 'None is missing.' : `Missing: ${keys.map((key) => `'${key}'`).join(', ')}.`
      return `${n(Object.keys(values).length)} values are on the pages. ${rest}`
    },
  }),
}
