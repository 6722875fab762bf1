import { START } from '@shop/language/events/event'
import { logFact } from '@shop/logger/logger'
import type { EventReader, EventStore } from '@shop/stores/event-store/event-store'
import { type KeyStore, shopWideKeys } from '@shop/stores/key-store/key-store'
import { type CountedKeys, countKeys, keysInWords } from '@shop/stores/sealing/count-keys'
import { placeOf, storesIn } from '../open-stores.ts'
import { type LookedAt, lookedAt } from '../open-to-look.ts'
import { eventsAfter } from '../stored-log.ts'
import type { Stores } from '../stores-config.ts'
import { belong } from './belong.ts'
import { type Found, type Look, mismatchOf, positionIn } from './mismatch.ts'
import { keysRefused, logRefused, shopWideKeyRefused } from './refusals.ts'

/** The losses that the operator accepts, once, at a start after a restore. */
export type Accepted = Readonly<{
  shorterLog: boolean
  lostKeys: boolean
  firstStart: boolean
  /** Another key store replaces the log's, and the log's keys were merged into it. */
  mergedKeys?: boolean
}>

export const acceptedIn = (words: readonly string[], firstStart: boolean): Accepted => ({
  shorterLog: words.includes('--accept-shorter-log'),
  lostKeys: words.includes('--accept-lost-keys'),
  firstStart,
})

/** The message of the log line with the count of all keys. */
export const KEYS_COUNTED = 'All keys were counted'

/** A log and keys that belong together. */
export type OwnLog = Readonly<{
  /** Records in both that they belong together. A process that creates keys must call it before the first key. */
  belong: (log: EventStore, keys: KeyStore) => Promise<void>
  /** The count of the keys of all people of the log, in one line, if this start had to count them. */
  counted: string | undefined
}>

/**
 * Reads the log and what all other stores have seen of it, before any is opened. Ends the start if they do not belong together: the log is
 * missing, another one or shorter, or people of the log have no key (ADR 50). Writes nothing.
 */
export async function requireOwnLog(
  stores: Stores,
  used: readonly LookedAt[],
  accepted: Accepted,
  others: readonly Look[] = [],
  /** People who were erased after the end of this log. */
  erased: readonly string[] = [],
): Promise<OwnLog> {
  await using opening = new AsyncDisposableStack()
  const looking = storesIn(opening, stores)
  // The log comes last, so that it is at least as far as its readers.
  const looks: Look[] = [...others]
  for (const store of lookedAt.filter((one) => used.includes(one)))
    looks.push({ store: placeOf(store, stores), seen: await looking.seen(store) })
  const log = await looking.logToLookAt()

  const mismatch = await mismatchOf(log, looks)
  const isMeant = mismatch?.is === 'missing' ? accepted.firstStart : accepted.shorterLog
  if (mismatch && !isMeant) throw logRefused(mismatch, placeOf('events', stores))
  if (mismatch) logFact('warn', 'The log is not the one that others have seen, as the operator has said', mismatch)

  const belonging = looks.find(({ seen }) => seen.belonging)?.seen.belonging
  const keyStore = (await log?.identity())?.keyStore
  const keys = await looking.keysToLookAt()
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

/** Counts the people whose keys may be missing: since the newest event that the keys know, or, if that is unknown, in the whole log. */
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
