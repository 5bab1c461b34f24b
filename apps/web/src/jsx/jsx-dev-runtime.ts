import { Fragment, type JSX, jsxDEV as reactJsxDev } from 'react/jsx-dev-runtime'
import { apart } from './jsx-runtime.ts'

export { Fragment }
export type { JSX }

/** As `jsx` and `jsxs`, for the development server and the tests. */
export const jsxDEV: typeof reactJsxDev = (type, props, ...more) =>
  reactJsxDev(type, apart(type, props), ...more)
