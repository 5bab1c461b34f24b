import type { ComponentType } from 'react'
import { lazy } from 'react'

/** A lazy-loaded file is not available: no network, or replaced by an update. */
export class MissingCode extends Error {
  override name = 'MissingCode'
}

/** Lazy component, loaded when first rendered. Rendering throws MissingCode if loading fails. */
export const lazyPart = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    try {
      return { default: await load() }
    } catch (cause) {
      throw new MissingCode('Cannot load the code of this component', { cause })
    }
  })
