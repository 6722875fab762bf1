import { type EventEmitter, once } from 'node:events'
import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { START } from '@shop/language/events/event'
import type { EventReader } from '../event-store.ts'
import { toPosition } from './append.ts'
import { type Row, SELECT, toRecorded } from './rows.ts'

const BATCH = 500

type Log = Readonly<{
  newest: () => number
  /** Emits `changed` after each commit, and when the log is closed. */
  changed: EventEmitter
  isClosed: () => boolean
}>

export function createFollow(db: DatabaseSync, { newest, changed, isClosed }: Log): EventReader['follow'] {
  const between = 'position > ? AND position <= ?'
  const selectAfter = db.prepare(`${SELECT} WHERE ${between} ORDER BY position`)
  const selectOfTypes = db.prepare(
    `${SELECT} WHERE ${between} AND type IN (SELECT value FROM json_each(?)) ORDER BY position`,
  )

  return async function* follow(after, signal, types) {
    const select = types ? selectOfTypes : selectAfter
    const wanted = types ? [JSON.stringify(types)] : []
    let last = after === START ? 0 : Number(after)
    for (let first = true; !signal.aborted && !isClosed(); first = false) {
      // Positions have no gaps, so a batch has at most BATCH events.
      const upTo = Math.max(last, Math.min(last + BATCH, newest()))
      const rows = upTo > last ? (select.all(last, upTo, ...wanted) as Row[]) : []
      const caughtUp = upTo >= newest()
      const isNews = upTo > last
      last = upTo
      if (first || isNews) yield { events: rows.map(toRecorded), upTo: last === 0 ? START : toPosition(last), caughtUp }
      // A follower that is far behind must not block the event loop.
      if (!caughtUp) await nextTurn()
      else if (last >= newest() && !signal.aborted && !isClosed())
        await once(changed, 'changed', { signal }).catch(() => {})
    }
  }
}
