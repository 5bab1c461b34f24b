import type { Trx } from '#server/db/database.ts'
import { addRate } from '#server/ledger/rates/rates.ts'
import { materials, pointsPerLitre } from './history.ts'

/** Note of each rate; shown to operators and in the origin of a points record. */
const note = 'Επινοημένη τιμή για την επίδειξη'

/**
 * Adds the rates with which the demonstration's records were generated. Real rates are added by the operator with
 * `rates add`.
 */
export async function addDemoRates(trx: Trx): Promise<void> {
  const always = { validFrom: '2000-01-01', validTo: null, note }
  const oil = { description: 'oil_collected', material: null, unit: 'litre' } as const
  await addRate({ db: trx }, { ...oil, ...always, pointsPerUnit: String(pointsPerLitre) })
  for (const { material, points } of materials) {
    const item = { ...always, material, unit: 'item' } as const
    await addRate({ db: trx }, { ...item, description: 'item_reused', pointsPerUnit: String(points) })
    await addRate({ db: trx }, { ...item, description: 'item_delivered', pointsPerUnit: String(2 * points) })
  }
}
