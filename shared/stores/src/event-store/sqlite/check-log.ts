import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { changedAt, type Head, LogChanged } from '../chain.ts'
import type { End } from './append.ts'
import { createChainCheck, reading, verifyTail } from './verify-log.ts'

/** This check takes some 50 ms. `npm run shop -- verify-log` checks all events. */
const CHECKED_AT_START = 10_000
/** One step reads few events, so that the event loop waits only some milliseconds, even if the events are long. */
const EVENTS_AT_ONCE = 25

/**
 * Checks the newest events of a log that is being opened, or all events if `createLogCheck` has marked the log as changed. Throws
 * LogChanged.
 */
export function verifyAtStart(db: DatabaseSync) {
  verifyForReader(db)
  const mark = markOf(db)
  if (mark !== undefined) rmSync(mark, { force: true })
}

/** Like `verifyAtStart`, but keeps the mark, which only the shop may remove. Throws LogChanged. */
export function verifyForReader(db: DatabaseSync) {
  const mark = markOf(db)
  const isMarked = mark !== undefined && existsSync(mark)
  reading(nameOf(db), () => verifyTail(db, nameOf(db), isMarked ? Number.POSITIVE_INFINITY : CHECKED_AT_START))
}

/**
 * Returns a function that checks the next few events of an open log, and marks a changed log. `newest`: the newest event that this process
 * knows.
 */
export function createLogCheck(db: DatabaseSync, log: string, newest: End) {
  const check = createChainCheck(db, nameOf(db))

  function next(after: Head) {
    const reached = check({ position: after.events, hash: after.hash }, EVENTS_AT_ONCE)
    const { position, hash, isEnd } = reached
    if (isEnd && (position !== newest.position || hash !== newest.hash))
      throw new LogChanged(nameOf(db), changedAt(Math.min(position, newest.position) + 1))
    return { head: { log, events: position, hash }, isEnd }
  }

  return (after: Head = { log, events: 0, hash: '' }) => {
    try {
      return reading(nameOf(db), () => next(after))
    } catch (error) {
      if (error instanceof LogChanged) writeMark(db, error.message)
      throw error
    }
  }
}

function writeMark(db: DatabaseSync, what: string) {
  const mark = markOf(db)
  if (mark === undefined) return
  try {
    writeFileSync(mark, `${what}\n`, { mode: 0o600 })
  } catch {
    // On a full disk no mark can be written. The check of the open log finds the change again after the next start.
  }
}

const nameOf = (db: DatabaseSync) => basename(db.location() ?? '')
const markOf = (db: DatabaseSync) => {
  const file = db.location()
  return file ? `${file}-changed` : undefined
}
