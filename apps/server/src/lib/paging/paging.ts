import { ApiError } from '../errors/api-error.ts'

export type PageRequest = { skip: number; take: number }

/** Parses a page size as Django does: 20 for zero, negative or invalid values; maximum 100 (wire.md). */
export function readPageSize(text: string | undefined): number {
  const size = /^\d{1,15}$/.test(text ?? '') ? Number(text) : 0
  return size === 0 ? 20 : Math.min(size, 100)
}

/** @throws ApiError page_invalid for 0, invalid numbers and more than 10 digits */
export function readPage(text: string | undefined): number | 'last' {
  if (!text) return 1
  if (text === 'last') return 'last'
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new ApiError('page_invalid')
  return Number(text)
}

export const totalPagesOf = (count: number, take: number) => Math.max(1, Math.ceil(count / take))

/**
 * Returns a page of a list whose count is known.
 * @throws ApiError page_invalid, also for a page after the last one
 */
export function pageOf(
  count: number,
  asked: { page?: string | undefined; pageSize?: string | undefined },
): PageRequest & { totalPages: number } {
  const take = readPageSize(asked.pageSize)
  const totalPages = totalPagesOf(count, take)
  const number = readPage(asked.page)
  const page = number === 'last' ? totalPages : number
  if (page > totalPages) throw new ApiError('page_invalid')
  return { skip: (page - 1) * take, take, totalPages }
}

/**
 * Reads a page of a list, by its number as in the query string, with the count of all rows.
 * @throws ApiError page_invalid, also for a page after the last one
 */
export async function readRows<Row>(
  page: string | undefined,
  limit: number,
  count: () => Promise<number>,
  list: (page: { limit: number; offset: number }) => Promise<Row[]>,
): Promise<{ count: number; rows: Row[] }> {
  if (!/^[1-9]\d{0,6}$/.test(page ?? '1')) throw new ApiError('page_invalid')
  const [total, offset] = [await count(), (Number(page ?? 1) - 1) * limit]
  if (offset > 0 && offset >= total) throw new ApiError('page_invalid')
  return { count: total, rows: await list({ limit, offset }) }
}
