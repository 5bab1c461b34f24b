import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { sentenceOf } from '@portal/contract/dialect.ts'
import { errorDetailsOf } from '@portal/contract/fields.ts'
import { brandContent } from '@portal/contract/manage-brand.ts'
import { type Command, command, file } from './arguments.ts'
import { byCommand } from '../lib/audit/audit.ts'

/** Commands of the names, contact, links, colour and logo of the portal. */
export const brandCommands: Record<string, Command> = {
  'brand show': command({
    readsOnly: true,
    summary: 'Shows the names, contact, links and colour of the portal as a file for `brand set`.',
    run: async (context) => {
      const { showBrand } = await import('../features/brand/service.ts')
      return JSON.stringify((await showBrand(context)).content, null, 2)
    },
  }),
  'brand set': command({
    summary:
      'Stores names, contact, links, colour and logo of a JSON file such as apps/server/brand.json. The logo is an SVG or PNG, beside the file; without one, the portal shows its own mark.',
    argument: file,
    run: async (context, _values, path) => {
      const service = await import('../features/brand/service.ts')
      const { logo, ...given } = objectOf(await readFile(path, 'utf8'), path)
      const { data, error } = brandContent.safeParse(given)
      if (!data)
        throw new Error(
          [
            'Nothing was stored:',
            ...errorDetailsOf(error, given).map((one) => `${one.field ?? path}: ${sentenceOf(one)}`),
          ].join('\n  '),
        )
      if (logo !== undefined && typeof logo !== 'string')
        throw new Error('logo: is not the path of an image.')
      const { version } = await service.showBrand(context)
      await service.changeBrand(context, byCommand('brand set'), {
        version,
        content: data,
        logo: logo === undefined ? null : await readFile(resolve(dirname(path), logo)),
      })
      return 'The brand is stored. Servers show it within seconds.'
    },
  }),
}

/** @throws Error if the text is no JSON object */
function objectOf(text: string, path: string): Record<string, unknown> {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch (error) {
    throw new Error(`${path} is not valid JSON (${(error as Error).message}).`, { cause: error })
  }
  if (typeof content === 'object' && content !== null && !Array.isArray(content))
    return content as Record<string, unknown>
  throw new Error(`${path} is not a JSON object.`)
}
