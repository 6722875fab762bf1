import { DatabaseSync } from 'node:sqlite'
import type { Recorded } from '@shop/language/events/event'
import { type Row, SELECT, toRecorded } from './reading.ts'

const BATCH = 500

/** Takes no lock, so a shop can write to the file meanwhile. */
export async function* readEvents(file: string): AsyncGenerator<readonly Recorded[]> {
  using db = new DatabaseSync(file, { readOnly: true, timeout: 5_000 })
  const select = db.prepare(`${SELECT} WHERE position > ? ORDER BY position LIMIT ${BATCH}`)
  for (let rows = select.all(0) as Row[]; rows.length > 0; rows = select.all(rows.at(-1)!.position) as Row[])
    yield rows.map(toRecorded)
}
