import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { type Brand, brand as brandSchema } from '@portal/contract/site.ts'
import { z } from 'zod'

const imageTypes: Record<string, string> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
}

/** `logoFile`: absolute path of the operator's logo; served at /brand/logo. */
type BrandFile = { brand: Brand; logoFile: string | undefined; logoType: string | undefined }

/** Reads the brand file. The logo's path is relative to it; the returned brand contains the URL path instead. */
export function readBrand(file: string, context: z.RefinementCtx): BrandFile {
  const fail = (...errors: string[]) => {
    for (const error of errors) context.addIssue(error)
    return z.NEVER
  }
  if (!existsSync(file)) return fail(`no such file: ${file}.`)
  let content: unknown
  try {
    content = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    return fail(`${file} is not valid JSON (${(error as Error).message}).`)
  }
  const { data, error } = brandSchema.safeParse(content)
  if (error) return fail(...error.issues.map((one) => `${one.path.join('.') || 'the file'}: ${one.message}.`))
  const { logo, ...brand } = data
  if (!logo) return { brand, logoFile: undefined, logoType: undefined }
  const logoFile = resolve(dirname(file), logo)
  const logoType = imageTypes[/\.(\w+)$/.exec(logo)?.[1] ?? '']
  if (!logoType || !existsSync(logoFile))
    return fail(`logo: no such .svg, .png, .jpg or .webp file: ${logoFile}.`)
  return { brand: { ...brand, logo: '/brand/logo' }, logoFile, logoType }
}
