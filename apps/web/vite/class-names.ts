import { hash } from 'node:crypto'
import { relative } from 'node:path'

/**
 * Names of the classes of CSS modules, shorter than Vite's, which end with the line: the scripts contain them.
 * @param root folder to which the names are relative
 */
export function classNames(root: string): (name: string, file: string) => string {
  /** Files of the classes: of 18 bits of a hash, two may be the same. */
  const scopedNames = new Map<string, string>()
  return (name, file) => {
    const scoped = `${name}_${hash('sha1', relative(root, file), 'base64url').slice(0, 3)}`
    const other = scopedNames.get(scoped) ?? file
    if (other !== file) throw new Error(`${other} and ${file} have the same class, ${scoped}: rename one.`)
    scopedNames.set(scoped, file)
    return scoped
  }
}
