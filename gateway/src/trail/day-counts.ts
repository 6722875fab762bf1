import type { TrailRow } from './trail-row.ts'

/** Of one process on one day: counts stay, so a client that makes things up must not make them many. */
const MOST_ROWS = 10_000

type Counted = Readonly<
  Pick<TrailRow, 'what' | 'thing' | 'size' | 'color' | 'device' | 'entry'> & {
    day: string
    /** Whether a list or a search showed anything. */
    found: boolean | null
  }
>

/** How often what was seen on a day. What comes after `MOST_ROWS` different things is counted without its name. */
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
