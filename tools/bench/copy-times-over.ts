import { mkdirSync } from 'node:fs'
import { segmentFolder, tableFile } from '@shop/analysis/copy/copy-files'
import type { CopyView } from '@shop/analysis/copy/copy-view'
import type { Copy } from '@shop/analysis/copy/open-copy'
import { FINDABLE } from '@shop/analysis/copy/segment-writer'
import { eventsTable } from '@shop/analysis/tables/all-tables'
import { literal } from '@shop/analysis/tables/literal'

type Read = Pick<Copy, 'view' | 'reading'>

/** Each repetition has new event numbers and new names of streams, except for the streams of stock. */
export async function copyTimesOver(copy: Read, folder: string, times: number): Promise<Read> {
  using view = copy.view()
  const { segments } = view
  const length = segments.at(-1)?.last ?? 0
  const further: CopyView['segments'][number][] = []
  for (let over = 1; over < times; over++)
    for (const { first, last, counts, folder: from } of segments) {
      const [start, end] = [first + over * length, last + over * length]
      const segment = { folder: segmentFolder(folder, start, end), first: start, last: end, counts }
      mkdirSync(segment.folder, { recursive: true })
      const rows = `SELECT * REPLACE (
          event + ${over * length} AS event,
          CASE WHEN kind = 'stock' THEN version + ${over * length} ELSE version END AS version,
          CASE WHEN kind = 'stock' THEN stream ELSE stream || '~${over}' END AS stream
        ) FROM read_parquet(${literal(tableFile({ folder: from }, eventsTable.name))})`
      const file = tableFile(segment, eventsTable.name)
      await copy.reading((connection) =>
        connection.run(`COPY (${rows}) TO ${literal(file)} (FORMAT parquet, COMPRESSION zstd${FINDABLE})`),
      )
      further.push(segment)
    }
  const all = [...segments, ...further]
  const viewOver = (): CopyView => {
    const now = copy.view()
    return {
      ...now,
      event: times * length,
      segments: all,
      tails: [],
      momentOf: (event) => now.momentOf(Math.ceil(event / times)),
      eventAt: async (moment) => times * Math.min(length, await now.eventAt(moment)),
    }
  }
  return { reading: copy.reading, view: viewOver }
}
