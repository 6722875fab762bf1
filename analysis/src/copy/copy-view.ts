import { quoted, type Table } from '../tables/all-tables.ts'
import { listOf } from '../tables/literal.ts'
import { fromLines, selectRows } from '../tables/read-sql.ts'
import { tableFile } from './copy-files.ts'
import type { Segment } from './segments.ts'

/** The copy as it was at one moment. Its files stay until the view is disposed of, even files that are merged meanwhile. */
export type CopyView = Disposable &
  Readonly<{
    /** The number of the view's newest event. The tails can also have lines of later events; `selectTable` leaves these out. */
    event: number
    /** The digest of events 1 to `event`, in hexadecimal digits. */
    digest: string
    segments: readonly Segment[]
    /** The paths of the tails: files with the events after the segments, one event in each line. */
    tails: readonly string[]
    /** The latest time at which one of the first `event` events was recorded, in milliseconds since 1970. It is 0 if `event` is 0. */
    momentOf: (event: number) => Promise<number>
    /** The number of events before the first event that was recorded after a moment. */
    eventAt: (moment: number) => Promise<number>
  }>

/** The SELECT for the rows that a range of events has in a table, in any order. It reads only files that have some of these events. */
export function selectTable(table: Table, { event, segments, tails }: CopyView, upTo = event, from = 1): string {
  const files = segments
    .filter(({ first, last, counts }) => first <= upTo && last >= from && counts[table.name])
    .map((segment) => tableFile(segment, table.name))
  const inTails = upTo > (segments.at(-1)?.last ?? 0) ? tails : []
  const parts = [
    ...(files.length > 0 ? [`SELECT * FROM read_parquet(${listOf(files)})`] : []),
    ...(inTails.length > 0 ? [selectRows(table, fromLines(listOf(inTails)))] : []),
  ]
  if (parts.length === 0)
    return `SELECT ${table.columns.map(({ name, type }) => `NULL::${type} AS ${quoted(name)}`).join(', ')} WHERE false`
  return `SELECT * FROM (${parts.join(' UNION ALL ')}) WHERE event BETWEEN ${from} AND ${upTo}`
}

/** Keeps a file on the disk as long as an open view can read it. */
export function createLeases() {
  const open = new Set<number>()
  let retired: { remove: () => Promise<void>; before: number }[] = []
  let next = 0
  let drained = Promise.withResolvers<void>()

  async function removeUnused() {
    const oldest = Math.min(...open)
    const unused = retired.filter(({ before }) => before <= oldest)
    retired = retired.filter(({ before }) => before > oldest)
    for (const { remove } of unused) await remove()
  }

  return {
    /** Makes a view. The caller must dispose of it. */
    lease(view: Omit<CopyView, keyof Disposable>): CopyView {
      const number = next++
      open.add(number)
      return {
        ...view,
        [Symbol.dispose]() {
          open.delete(number)
          if (open.size === 0) {
            drained.resolve()
            drained = Promise.withResolvers()
          }
          // If a file cannot be removed now, it is removed at the next start.
          removeUnused().catch(() => {})
        },
      }
    },
    /** Calls `remove` as soon as all views that are open now are closed. */
    async retire(remove: () => Promise<void>) {
      retired.push({ remove, before: next })
      await removeUnused()
    },
    /** Resolves when no view is open. */
    noneOpen: async () => {
      if (open.size > 0) await drained.promise
    },
  }
}
