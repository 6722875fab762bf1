import { quoted, type Table } from '../tables/all-tables.ts'
import { listOf } from '../tables/literal.ts'
import { fromLines, selectRows } from '../tables/read-sql.ts'
import { tableFile } from './copy-files.ts'
import type { Segment } from './segments.ts'

/** The copy at one moment. Its files stay until the view is disposed of, even if they are merged meanwhile. */
export type CopyView = Disposable &
  Readonly<{
    /** The view's newest event. `selectTable` leaves out later lines of the tails. */
    event: number
    /** The digest of events 1 to `event`, in hexadecimal. */
    digest: string
    segments: readonly Segment[]
    /** Paths of files with the events after the segments, one event in each line. */
    tails: readonly string[]
    /** The latest time, in milliseconds since 1970, at which one of the first `event` events was recorded; 0 for event 0. */
    momentOf: (event: number) => Promise<number>
    /** The largest n for which events 1 to n were all recorded at or before the moment; 0 if there is none. */
    eventAt: (moment: number) => Promise<number>
  }>

/** The rows are in any order. Reads only files with events of the range. */
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

/** Keeps files on the disk while an open view can read them. */
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
    /** The caller must dispose of the view. */
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
          // The next start removes a file that cannot be removed now.
          removeUnused().catch(() => {})
        },
      }
    },
    /** Calls `remove` when all views that are open now are closed. */
    async retire(remove: () => Promise<void>) {
      retired.push({ remove, before: next })
      await removeUnused()
    },
    noneOpen: async () => {
      if (open.size > 0) await drained.promise
    },
  }
}
