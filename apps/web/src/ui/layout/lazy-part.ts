import type { ComponentType } from 'react'
import { lazy } from 'react'

/** The file of a part of the app could not be loaded: no network, or an update has replaced it. */
export class MissingCode extends Error {
  override name = 'MissingCode'
}

/** A component in a file of its own, loaded when it is first drawn. Drawing throws MissingCode if loading fails. */
export const lazyPart = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    try {
      return { default: await load() }
    } catch (cause) {
      throw new MissingCode('The code of this part could not be loaded', { cause })
    }
  })
