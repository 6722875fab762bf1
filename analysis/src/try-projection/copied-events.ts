import { DAMAGED } from '../copy/damaged.ts'
import type { CopiedEvent } from '../pseudonyms/copied-event.ts'
import { readCopiedRange, unavailable } from '../questions/copied-range.ts'
import { damagedTails } from '../questions/damaged-files.ts'
import { makeViews, openEngine, readTail } from '../questions/open-engine.ts'
import { copySql } from '../questions/table-sql.ts'
import { eventLines } from '../reducers/event-lines.ts'

export async function copiedEvents(folder: string, types: readonly string[]) {
  const engine = await openEngine()
  const range = readCopiedRange(folder)
  if (damagedTails(range).length > 0) throw unavailable(DAMAGED)
  await readTail(engine, copySql, range)
  const events = copySql.tables.filter(({ name }) => name === 'events')
  await makeViews(engine, events, range.segments, range.event)
  async function* batches(): AsyncGenerator<readonly CopiedEvent[]> {
    for await (const {
      texts: [lines = ''],
    } of eventLines(engine, { from: 1, upTo: range.event }, [types]))
      yield lines === '' ? [] : lines.split('\n').map((line) => JSON.parse(line) as CopiedEvent)
  }
  return { newest: range.event, batches: batches() }
}
