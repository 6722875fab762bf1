import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { randomFrom, wholeBelow } from '@shop/language/values/random-from'
import type { Witness } from '../src/event-store/chain.ts'
import { newEvents, newStream } from '../src/event-store/contract/log-under-test.ts'
import { openSqliteEventStore } from '../src/event-store/sqlite/sqlite-event-store.ts'
import { verifyLog } from '../src/event-store/sqlite/verify-log.ts'
import { EVENTS, mutationOf, STREAMS } from './mutations.ts'

const WITNESS_EVERY = 24

export type Tally = { kind: string; made: number; noticed: number; located: number; missed: string[] }

/**
 * Makes `changes` single changes of a sound log, each in a separate copy, and verifies each copy with the witnessed heads. If an event is
 * changed together with the event's hash, the verification locates the change at the next event.
 */
export async function tamper(changes: number, seed: number): Promise<readonly Tally[]> {
  const folder = mkdtempSync(join(tmpdir(), 'selvedge-tampering-'))
  try {
    const sound = join(folder, 'events.db')
    const witnesses = await written(sound)
    const tallies = new Map<string, Tally>()
    const draw = randomFrom(seed)
    const random = (below: number) => wholeBelow(draw, below)
    for (let turn = 0; turn < changes; turn += 1) {
      const { kind, mutate, at } = mutationOf(turn, random)
      const message = verified(sound, join(folder, 'changed.db'), mutate, witnesses)
      const tally = tallies.get(kind) ?? { kind, made: 0, noticed: 0, located: 0, missed: [] }
      tallies.set(kind, tally)
      tally.made += 1
      if (message) tally.noticed += 1
      if (message && isAt(message, at)) tally.located += 1
      else tally.missed.push(`turn ${turn}, position ${at}: ${message ?? 'not noticed'}`)
    }
    return [...tallies.values()]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function written(file: string) {
  const witnesses: Witness[] = []
  const log = openSqliteEventStore(file)
  const streams = Array.from({ length: STREAMS }, newStream)
  for (let version = -1; version < EVENTS / STREAMS - 1; version += 3)
    for (const stream of streams) {
      const { events, ...head } = (await log.chainHead())!
      if (events % WITNESS_EVERY === 0) witnesses.push({ ...head, events, from: `witness at ${events}` })
      await log.append(stream, version, newEvents(3))
    }
  witnesses.push({ ...(await log.chainHead())!, from: 'the last witness' })
  await log.close()
  return witnesses
}

function verified(sound: string, copy: string, mutate: (db: DatabaseSync) => void, witnesses: readonly Witness[]) {
  copyFileSync(sound, copy)
  const db = new DatabaseSync(copy)
  mutate(db)
  db.close()
  try {
    verifyLog(copy, witnesses)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

function isAt(message: string, at: number | RegExp) {
  if (at instanceof RegExp) return at.test(message)
  const exact = /right before position (\d+)$/.exec(message)
  if (exact) return Number(exact[1]) === at || Number(exact[1]) === at + 1
  const between = /rewritten after position (\d+), up to (\d+)/.exec(message)
  if (between) return Number(between[1]) < at && at <= Number(between[2])
  const cut = /cut off after position (\d+)/.exec(message)
  return cut !== null && Number(cut[1]) + 1 === at
}
