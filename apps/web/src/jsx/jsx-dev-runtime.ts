import { Fragment, type JSX, jsxDEV as reactJsxDev } from 'react/jsx-dev-runtime'
import { apart } from './jsx-runtime.ts'

export { Fragment }
export type { JSX }

/** As `jsx` and `jsxs`, for the development server and the tests. */
export const jsxDEV: typeof reactJsxDev = (type, props, key, isStatic, ...more) => {
  const parted = apart(type, props)
  // React reports static children that are one text.
  const isList = Array.isArray((parted as { children?: unknown }).children)
  return reactJsxDev(type, parted, key, isStatic && isList, ...more)
}
