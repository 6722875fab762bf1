import { DatabaseSync } from 'node:sqlite'
import type { Recorded } from '@shop/language/events/event'
import { prepareRows, SELECT, toRecorded } from './reading.ts'

const BATCH = 500

/** Takes no lock, so a shop can write to the file meanwhile. */
export async function* readEvents(file: string): AsyncGenerator<readonly Recorded[]> {
  using db = new DatabaseSync(file, { readOnly: true, timeout: 5_000 })
  const select = prepareRows(db, `${SELECT} WHERE position > ? ORDER BY position LIMIT ${BATCH}`)
  const after = (position: number) => select.all(position).map(toRecorded)
  for (let events = after(0); events.length > 0; events = after(Number(events.at(-1)!.position))) yield events
}
