import { formatLitres, formatNumber } from '#web/lib/format.ts'
import type { Entry } from '../model/entries.ts'
import { reasonOf } from '../words/error-text.ts'
import { text } from '../words/text.ts'

/** 'Βιβλία', as operators may have written 'βιβλία'; 'Άλλο'. */
export const materialText = (material: string | null): string =>
  material === null ? text.otherMaterial : `${material.charAt(0).toUpperCase()}${material.slice(1)}`

/** '2,5 λίτρα', '3 × βιβλία', '3 × Άλλο'. */
function quantityText({ litres, items, material }: Pick<Entry, 'litres' | 'items' | 'material'>): string {
  if (litres !== undefined) return `${litresText(litres)} ${text.litresUnit(litres)}`
  return `${formatNumber(items ?? 0)}\u{a0}× ${material ?? text.otherMaterial}`
}

/** 2.5 → '2,5', 2 → '2'. */
export const litresText = (litres: number): string => {
  const shown = formatLitres(litres)
  return Number.isInteger(litres) ? shown.slice(0, -2) : shown
}

export const titleOf = (entry: Entry): string => `${text.kinds[entry.kind]}: ${quantityText(entry)}`

/** What has become of an entry, beyond its state. */
export function meaningOf({ state, code, params }: Entry): string | undefined {
  if (state === 'refused') return reasonOf(code, params)
  if (state === 'waiting') return text.waitingMeans
  return state === 'held' ? text.heldMeans : undefined
}
