import { isDeepStrictEqual } from 'node:util'
import { listTemplates, listWrongValues } from '#server/features/site/pages-service.ts'
import { readSettings } from '#server/features/site/stored-service.ts'
import { systemClock } from '#server/lib/time/clock.ts'
import { readConfig } from '#server/lib/config/config.ts'
import { settingNames } from '#server/lib/config/environment.ts'
import { listMisspelt } from '#server/lib/config/misspelt.ts'
import * as queries from './queries.ts'
import { type Checks, type Finding, todo } from './results.ts'

type Names =
  | 'real_data'
  | 'owner_address'
  | 'setting_names'
  | 'secret'
  | 'brand'
  | 'public_pages'
  | 'operator'
  | 'second_factor'

export const settingsChecks: Checks<Names> = {
  real_data: ({ config }) => todo(config.demonstration && { code: 'demonstration' }),
  owner_address: ({ config }) => todo(config.databaseOwner && { code: 'owner_address_set' }),
  setting_names: ({ env }) =>
    todo(...listMisspelt(env, settingNames).map((one) => ({ code: 'setting_misspelt' as const, ...one }))),
  secret: ({ config }) => todo(config.secret?.kind !== 'given' && { code: 'secret_missing' }),
  brand: ({ config }) => {
    if (config.brandSource !== 'file')
      return todo(config.brandSource === 'shipped' && { code: 'brand_missing' })
    const shipped = readConfig({ DEMO: 'no' }).brand
    return todo(isDeepStrictEqual(config.brand, shipped) && { code: 'brand_unchanged' })
  },
  public_pages: async ({ db, config }) => {
    const settings = await readSettings({ db, config, clock: systemClock })
    return todo(
      ...listWrongValues(settings).map((wrong): Finding => ({
        code: 'page_value_wrong',
        key: wrong.key,
        shell: wrong,
      })),
      ...listTemplates(settings).map((template): Finding => {
        const { page, keys } = template
        return { code: 'page_incomplete', page: page.name, gaps: keys.length, shell: template }
      }),
    )
  },
  operator: async ({ db }) => {
    const { operators } = await queries.countOperators(db)
    return todo(operators === 0 && { code: 'operator_missing' })
  },
  second_factor: ({ config }) =>
    todo(config.staffSecondFactor !== 'required' && { code: 'second_factor_optional' }),
}
