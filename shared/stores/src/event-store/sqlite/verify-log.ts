import { DatabaseSync } from 'node:sqlite'
import type { Position } from '@shop/language/events/event'
import { START } from '@shop/language/events/event'
import { chained, toPosition } from './append.ts'

/**
 * Reads a log file from its start and checks that no event was changed, removed or inserted since it was stored.
 * Returns its end. An attacker who rewrites the end of a file can rewrite its hashes too: compare the result with one
 * that was kept elsewhere.
 */
export function verifyLog(file: string): { position: Position; hash: string } {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    const rows = db.prepare(`
      SELECT position, name AS stream, version, events.id, type, data, metadata, hash
      FROM events LEFT JOIN streams ON streams.id = events.stream ORDER BY position`)
    const versions = new Map<string, number>()
    let position = 0
    let hash = ''
    for (const row of rows.iterate() as Iterable<Row>) {
      const { hash: stored, ...event } = row
      hash = chained(hash, event)
      const version = (versions.get(event.stream) ?? -1) + 1
      if (event.position !== position + 1 || event.version !== version || stored !== hash)
        throw new Error(`${file} was changed at or right before position ${event.position}`)
      versions.set(event.stream, version)
      position = event.position
    }
    return { position: position === 0 ? START : toPosition(position), hash }
  } finally {
    db.close()
  }
}

type Row = Parameters<typeof chained>[1] & { hash: string }
