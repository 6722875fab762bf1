import { closeSync, mkdirSync, openSync, readFileSync, truncateSync, writeFileSync, writeSync } from 'node:fs'
import {
  commitFile,
  DIGEST_BYTES,
  digestFile,
  MOMENT_BYTES,
  momentFile,
  segmentFolder,
  tableFile,
} from '@shop/analysis/copy/copy-files'
import type { CopyView } from '@shop/analysis/copy/copy-view'
import type { Copy } from '@shop/analysis/copy/open-copy'
import { FINDABLE } from '@shop/analysis/copy/segment-writer'
import { allTables, eventsTable, quoted, type Table } from '@shop/analysis/tables/all-tables'
import { listOf, literal } from '@shop/analysis/tables/literal'

const LARGEST = 1_000_000
/** Each repetition gets new values in these fields. Products stay the same. */
const ids = ['stream', 'orderId', 'checkoutId', 'customerId', 'ownerId']

/**
 * Writes the events of the copy to the folder `to`, `times` times in a row. In each repetition the events have new numbers, later times, and
 * other orders and people. Questions can use `to` like the copy of a long log. All digests in `to` are zero.
 */
export async function makeTimesOver(
  copy: Copy,
  from: string,
  to: string,
  times: number,
  onMade: (events: number) => void,
): Promise<number> {
  using view = copy.view()
  const length = view.segments.at(-1)?.last ?? 0
  const lastMs = await view.momentOf(length)
  const spanMs = lastMs - (await view.momentOf(1)) + 1
  const together = Math.max(1, Math.floor(LARGEST / length))
  for (let over = 0; over < times; over += together) {
    const overs = Array.from({ length: Math.min(together, times - over) }, (_, n) => over + n)
    const folder = segmentFolder(to, over * length + 1, (overs.at(-1)! + 1) * length)
    mkdirSync(folder, { recursive: true })
    for (const table of allTables) await writeTable(copy, table, view, { folder, overs, length, spanMs })
    onMade((overs.at(-1)! + 1) * length)
  }
  const event = times * length
  writeMoments(readFileSync(momentFile(from)).subarray(0, length * MOMENT_BYTES), momentFile(to), times, spanMs)
  writeFileSync(digestFile(to), '')
  truncateSync(digestFile(to), event * DIGEST_BYTES)
  const { tables } = JSON.parse(readFileSync(commitFile(from), 'utf8'))
  writeFileSync(commitFile(to), JSON.stringify({ event, tables }))
  return event
}

type Part = Readonly<{ folder: string; overs: readonly number[]; length: number; spanMs: number }>

async function writeTable(copy: Copy, table: Table, { segments }: CopyView, { folder, overs, length, spanMs }: Part) {
  const files = segments.filter(({ counts }) => counts[table.name]).map((one) => tableFile(one, table.name))
  if (files.length === 0) return
  const other = table.columns.filter(({ name, type }) => ids.includes(name) && type === 'VARCHAR')
  const rows = overs.map((over) => {
    const changed = [
      `event + ${over * length} AS event`,
      `recordedAt + to_milliseconds(${over * spanMs}) AS recordedAt`,
      ...other.map(({ name }) => `${quoted(name)} || '~${over}' AS ${quoted(name)}`),
    ]
    return `SELECT * REPLACE (${changed.join(', ')}) FROM read_parquet(${listOf(files)})`
  })
  const findable = table === eventsTable ? FINDABLE : ''
  const file = literal(tableFile({ folder }, table.name))
  await copy.reading((connection) =>
    connection.run(`COPY (${rows.join(' UNION ALL ')}) TO ${file} (FORMAT parquet, COMPRESSION zstd${findable})`),
  )
}

function writeMoments(moments: Buffer, file: string, times: number, spanMs: number) {
  const output = openSync(file, 'w')
  for (let over = 0; over < times; over++) {
    const later = Buffer.alloc(moments.length)
    for (let at = 0; at < moments.length; at += MOMENT_BYTES)
      later.writeDoubleBE(moments.readDoubleBE(at) + over * spanMs, at)
    writeSync(output, later)
  }
  closeSync(output)
}
