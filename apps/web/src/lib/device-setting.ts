import { ifAllowed } from './if-allowed.ts'

export type DeviceSetting<Value extends string> = {
  read: () => Value
  write: (value: Value) => void
  /** Calls the listener when the setting changes, also in another tab. Returns the function that ends it. */
  subscribe: (listener: () => void) => () => void
}

/**
 * A choice that is stored on this device. In browsers that reject storage it lasts until the page is unloaded.
 * @param standard the value as long as nothing was chosen
 */
export function deviceSetting<Value extends string>(
  key: string,
  values: readonly Value[],
  standard: () => Value,
): DeviceSetting<Value> {
  const listeners = new Set<() => void>()
  let rejected: Value | undefined
  const stored = () => ifAllowed(() => localStorage.getItem(key)) ?? rejected
  return {
    read: () => values.find((value) => value === stored()) ?? standard(),
    write(value) {
      rejected = value
      ifAllowed(() => localStorage.setItem(key, value))
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      window.addEventListener('storage', listener)
      return () => {
        listeners.delete(listener)
        window.removeEventListener('storage', listener)
      }
    },
  }
}
