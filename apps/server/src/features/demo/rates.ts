import type { Trx } from '#server/db/database.ts'
import { addRate } from '#server/ledger/rates/rates.ts'
import { materials, pointsPerLitre } from './history.ts'

/** What an operator, and whoever asks why there are so many points, reads beside each of them. */
const note = 'Επινοημένη, για την επίδειξη'

/**
 * The demonstration's rates: those by which its records were invented. No company gives these; what one gives, its
 * operator says (`rates add`).
 */
export async function inventRates(trx: Trx): Promise<void> {
  const always = { validFrom: '2000-01-01', validTo: null, note }
  const oil = { description: 'oil_collected', material: null, unit: 'litre' } as const
  await addRate({ db: trx }, { ...oil, ...always, pointsPerUnit: String(pointsPerLitre) })
  for (const { material, points } of materials) {
    const item = { ...always, material, unit: 'item' } as const
    await addRate({ db: trx }, { ...item, description: 'item_reused', pointsPerUnit: String(points) })
    await addRate({ db: trx }, { ...item, description: 'item_delivered', pointsPerUnit: String(2 * points) })
  }
}
