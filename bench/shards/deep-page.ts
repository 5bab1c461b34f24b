/** A page of all records from several shards. */
export type Row = Record<string, unknown>
type OnShards = (text: string, values?: unknown[]) => Promise<Row[]>

const fewRecords = 100
const time = ({ created_at: at }: Row) => (at as Date).getTime()
const byTime = (a: Row, b: Row) => time(b) - time(a) || Number(b['id']) - Number(a['id'])

/**
 * Reads a page at any place with the exact count: the counters of all shards give the day, then halves of the rest of it are
 * counted until at most `fewRecords` are before the page.
 */
export async function deepPage(onShards: OnShards, skip: number): Promise<Row[]> {
  const days = new Map<string, number>()
  for (const { day, n } of await onShards(
    'select day::text, sum(n)::int as n from (select * from points_day union all select * from points_delta) u group by 1',
  ))
    days.set(String(day), (days.get(String(day)) ?? 0) + Number(n))
  let rest = skip
  let day = ''
  for (const [each, n] of [...days].sort(([a], [b]) => (a < b ? 1 : -1))) {
    day = each
    if (rest < n) break
    rest -= n
  }
  const [bounds] = await onShards(
    `select extract(epoch from athens_start($1::date)) * 1000 as low, extract(epoch from athens_start($1::date + 1)) * 1000 as high`,
    [day],
  )
  let [low, high] = [Number(bounds?.['low']), Number(bounds?.['high'])]
  while (rest > fewRecords && high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    const counts = await onShards(
      'select count(*)::int as n from points_records where created_at >= $1 and created_at < $2',
      [new Date(middle), new Date(high)],
    )
    const n = counts.reduce((sum, row) => sum + Number(row['n']), 0)
    if (n <= rest) [high, rest] = [middle, rest - n]
    else low = middle
  }
  const rows = await onShards(
    `select id, participant_id, points, description, created_at from points_records where created_at < $1
     order by created_at desc, id desc limit $2`,
    [new Date(high), rest + 20],
  )
  return rows.sort(byTime).slice(rest, rest + 20)
}
