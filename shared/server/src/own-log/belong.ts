import { randomUUID } from 'node:crypto'
import { START } from '@shop/language/events/event'
import { type EventStore, ForeignLog } from '@shop/stores/event-store/event-store'
import { positionsOf } from '@shop/stores/event-store/shop-log'
import type { Belonging, KeyStore } from '@shop/stores/key-store/key-store'
import { logFact } from '@shop/stores/logger/logger'
import { ConfigError } from '../config.ts'
import { type Found, positionIn } from './mismatch.ts'

/**
 * Records the log's id in the key store, and the key store's id in the log. Also records accepted losses, so that the operator need not
 * accept them again.
 */
export async function belong(log: EventStore, keys: KeyStore, found: Found) {
  const { keyStore, counted, belonging, mismatch } = found
  const id = await idOf(log)
  const lost = counted?.lostPeople ?? []
  if (lost.length > 0) {
    logFact('warn', 'Some people in the log have no key. They are shown as erased from now on', { people: lost.length })
    await keys.lose(lost)
  }
  await keys.distrust(counted?.damagedPeople ?? [])
  await destroyAgain(keys, found.undestroyed)
  if (!belonging || mismatch || belonging.log !== id) await keys.belong(await belongingTo(log, id, found))
  const { id: own } = (await keys.belonging())!
  if (own !== keyStore) await log.noteKeyStore(own)
}

/** A restored copy of the keys may contain the keys of erased people. An erasure is permanent (decisions C14: a deleted user). */
async function destroyAgain(keys: KeyStore, people: readonly string[]) {
  const standings = await keys.standings(people)
  const back = people.filter((person) => (standings.get(person) ?? 'destroyed') !== 'destroyed')
  if (back.length === 0) return
  logFact('warn', 'A copy of the keys contained keys of erased people. These keys were destroyed again', {
    people: back.length,
  })
  for (const person of back) await keys.destroy(person)
}

async function belongingTo(log: EventStore, id: string, found: Found): Promise<Belonging> {
  const { belonging, keyStore, mismatch, counted } = found
  // A new key store that replaces a lost key store gets a new id.
  const ownId = belonging?.id ?? (counted?.lostPeople.length ? undefined : keyStore) ?? randomUUID()
  const known = mismatch ? undefined : belonging?.newest
  const newest = known && { ...known, position: positionsOf(id).outside(await positionIn(log, known)) }
  const excused = mismatch?.is === 'shorter' ? mismatch.seen : belonging?.log === id ? belonging.excused : START
  return { id: ownId, log: id, newest, excused }
}

/** Throws ConfigError if the log belongs to another application. */
async function idOf(log: EventStore): Promise<string> {
  try {
    return await log.id()
  } catch (cause) {
    if (!(cause instanceof ForeignLog)) throw cause
    throw new ConfigError(`EVENT_STORE_URL: the server cannot be opened (${cause.message})`, { cause })
  }
}
