import type { TrailRow } from './trail-row.ts'

/** Counts are kept forever, so a client that invents names must not cause too many rows. */
const MOST_ROWS = 10_000

type Counted = Readonly<
  Pick<TrailRow, 'what' | 'thing' | 'size' | 'color' | 'device' | 'entry'> & {
    day: string
    found: boolean | null
  }
>

/** After `MOST_ROWS` rows, further things are counted without their name, size and color. */
export function createDayCounts(day: string) {
  const counts = new Map<string, Counted & { count: number }>()

  return {
    day,
    rows: (): readonly object[] => [...counts.values()],
    add({ what, thing, size, color, results, device, entry }: TrailRow) {
      const found = results === null ? null : results > 0
      const exact = { day, what, thing, size, color, found, device, entry }
      const hasPlace = counts.size < MOST_ROWS || counts.has(JSON.stringify(exact))
      const counted = hasPlace ? exact : { ...exact, thing: null, size: null, color: null }
      const key = JSON.stringify(counted)
      counts.set(key, { ...counted, count: (counts.get(key)?.count ?? 0) + 1 })
    },
  }
}
