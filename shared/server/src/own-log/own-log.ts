import { START } from '@shop/language/events/event'
import type { EventReader, EventStore } from '@shop/stores/event-store/event-store'
import { type KeyStore, shopWideKeys } from '@shop/stores/key-store/key-store'
import { logFact } from '@shop/stores/logger/logger'
import { type CountedKeys, countKeys, keysInWords } from '@shop/stores/sealing/count-keys'
import { type CheckedStore, checkedStores } from '../open-read-only.ts'
import { placeOf, storesIn } from '../open-stores.ts'
import { patiently } from '../patiently.ts'
import { eventsAfter } from '../stored-log.ts'
import type { Stores } from '../stores-config.ts'
import { belong } from './belong.ts'
import { type Found, type Look, mismatchOf, positionIn } from './mismatch.ts'
import { keysRefused, logRefused, shopWideKeyRefused } from './refusals.ts'

/** The differences between the log and the other stores that the operator accepts for one start. */
export type Accepted = Readonly<{
  shorterLog: boolean
  lostKeys: boolean
  firstStart: boolean
  /** The log has a new key store, into which the keys of the old key store were copied. */
  mergedKeys?: boolean
}>

export const acceptedIn = (words: readonly string[], firstStart: boolean): Accepted => ({
  shorterLog: words.includes('--accept-shorter-log'),
  lostKeys: words.includes('--accept-lost-keys'),
  firstStart,
})

export const KEYS_COUNTED = 'All keys were counted'

export type OwnLog = Readonly<{
  /** Notes in the log and in the key store that they belong to each other. Call this before any key is made. */
  belong: (log: EventStore, keys: KeyStore) => Promise<void>
  /** Says in one line how many people have keys. Undefined if this start did not count the people of the whole log, or found none. */
  counted: string | undefined
}>

/**
 * Compares the log with the other stores before any store is opened for writing. Refuses the start if the log is missing, has become
 * shorter, is another log or belongs to another key store (ADR 50). Also refuses the start if people in the log have no key, or if a
 * shop-wide key is damaged. Writes nothing. Waits for servers that cannot be reached.
 */
export const requireOwnLog = (...start: Parameters<typeof compareStores>): Promise<OwnLog> =>
  patiently(() => compareStores(...start), {
    onWait: ({ message: reason }) => logFact('warn', 'The log and the other stores cannot be compared yet', { reason }),
  })

async function compareStores(
  stores: Stores,
  used: readonly CheckedStore[],
  accepted: Accepted,
  others: readonly Look[] = [],
  /** The ids of erased people. A log that was restored from an older backup may lack their erasure. */
  erased: readonly string[] = [],
): Promise<OwnLog> {
  await using opening = new AsyncDisposableStack()
  const looking = storesIn(opening, stores)
  // Read the log last, so that it has at least all events that the other stores have seen.
  const looks: Look[] = [...others]
  for (const store of checkedStores.filter((one) => used.includes(one)))
    looks.push({ store: placeOf(store, stores), seen: await looking.seen(store) })
  const log = await looking.logReadOnly()

  const mismatch = await mismatchOf(log, looks)
  const isMeant = mismatch?.is === 'missing' ? accepted.firstStart : accepted.shorterLog
  if (mismatch && !isMeant) throw logRefused(mismatch, placeOf('events', stores))
  if (mismatch)
    logFact('warn', 'The log differs from what the other stores have seen. The operator has accepted this', mismatch)

  const belonging = looks.find(({ seen }) => seen.belonging)?.seen.belonging
  const keyStore = (await log?.identity())?.keyStore
  const keys = await looking.keysReadOnly()
  const counted = await looking.readingLog(() => countedIn(log, keys, { belonging, keyStore, mismatch }))
  const undestroyed = [...(counted?.undestroyed ?? []), ...erased]
  const found = { belonging, keyStore, mismatch, counted, undestroyed }
  const broken = [...(await keys.standings(shopWideKeys))].find(([, standing]) => standing === 'damaged')
  if (broken) throw shopWideKeyRefused(broken[0], placeOf('keys', stores))
  if (!accepted.lostKeys && hasLost(found, accepted)) throw keysRefused(found, placeOf('keys', stores))
  return {
    belong: (open, own) => belong(open, own, found),
    counted: counted?.isWhole ? keysInWords(counted) : undefined,
  }
}

/**
 * Counts people and missing keys, in the events after the newest event that the key store has noted. If nothing is noted, or the
 * note does not fit the log, counts in the whole log.
 */
async function countedIn(
  log: EventReader | undefined,
  keys: Parameters<typeof countKeys>[1],
  { belonging, keyStore, mismatch }: Omit<Found, 'counted' | 'undestroyed'>,
): Promise<(CountedKeys & { isWhole: boolean }) | undefined> {
  if (!log || mismatch?.is === 'missing') return undefined
  const isKnown = belonging && !mismatch && (keyStore === undefined || keyStore === belonging.id)
  const from = isKnown && belonging.newest ? await positionIn(log, belonging.newest) : START
  const counted = await countKeys(eventsAfter(from, log), keys)
  return { ...counted, isWhole: from === START && counted.people > 0 }
}

function hasLost({ counted, belonging, keyStore }: Found, { mergedKeys = false }: Accepted): boolean {
  if (!counted) return false
  const isOther = belonging !== undefined && keyStore !== undefined && belonging.id !== keyStore
  return counted.lostPeople.length > 0 || (isOther && !mergedKeys)
}
