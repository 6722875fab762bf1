import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { invalidField, ShopError } from '@shop/language/errors'
import type { Recorded } from '@shop/language/events/event'
import { START } from '@shop/language/events/event'
import { eventsAfter } from '@shop/server/stored-log'
import { createChain } from '@shop/stores/event-store/chain'
import type { EventReader } from '@shop/stores/event-store/event-store'
import { defect, logFact } from '@shop/stores/logger/logger'
import * as z from 'zod'
import { noSuchEvent } from '../no-such-event.ts'
import { compareLog } from './compare-log.ts'
import type { Copy } from './open-copy.ts'
import { headsAfter, PastHead } from './past-heads.ts'

const DAY_MS = 86_400_000
const LOOK_EVERY_MS = 5_000
/** An analyst can start a check only this long after the last check began. */
const RENEWED_AFTER_MS = 60_000

/** STORAGE FORMAT. */
const LogCheck = z.strictObject({
  log: z.string(),
  at: z.string(),
  events: z.int().nonnegative(),
  /** The newest hash in the log's hash chain, as `npm run shop -- verify-log` prints it; empty for an empty log. */
  hash: z.string(),
  /** The first event where the log differs from the copy. */
  differs: z.nullable(z.int().positive()),
  /** A check that an earlier release stored has no heads. */
  heads: z.array(PastHead).readonly().default([]),
})
export type LogCheck = Readonly<z.output<typeof LogCheck>>

type Options = Readonly<{
  copy: Pick<Copy, 'status' | 'check'>
  store: EventReader
  folder: string
  everyMs?: number
  now?: () => Date
}>

/** Daily and at an analyst's request, compares each stored event with the copy's digests, and each copied file with its hash. */
export async function createLogCheck({ copy, store, folder, everyMs = DAY_MS, now = () => new Date() }: Options) {
  const file = join(folder, 'verified.json')
  const log = await store.id()
  let last = await readCheck(file)
  if (last?.log !== log) last = undefined

  let begun = last?.at
  let going: Readonly<{ since: string; done: Promise<void> }> | undefined

  async function check(wanted: number | undefined) {
    const known = last?.heads ?? []
    const at = now().toISOString()
    const kept = new Set([...known.map(({ events }) => events), ...(wanted === undefined ? [] : [wanted])])
    const { events, hash, differs, ...computed } = await readLog({ log, store, folder }, kept)
    const heads = headsAfter(known, computed, at)
    last = { log, at: now().toISOString(), events, hash, differs: differs?.event ?? null, heads }
    await writeFile(`${file}.part`, JSON.stringify(last), { mode: 0o600 })
    await rename(`${file}.part`, file)
    if (differs)
      logFact('error', 'The log differs from its copy for analysis. Find out why before anything else', differs)
    const changed = heads.find(({ isSame }) => !isSame)
    if (changed)
      logFact('error', 'The log has another head at an event than before. Find out why before anything else', changed)
    await copy.check(true)
  }

  function begin(wanted?: number) {
    if (going) return going
    begun = now().toISOString()
    going = {
      since: begun,
      done: check(wanted)
        .catch((error) => logFact('error', 'The log could not be compared with the copy for analysis', defect(error)))
        .finally(() => {
          going = undefined
        }),
    }
    return going
  }

  const waitMs = () => (begun === undefined ? 0 : Math.max(0, Date.parse(begun) + RENEWED_AFTER_MS - now().getTime()))

  return {
    last: () => last,
    since: () => going?.since,
    /** After so many seconds, an analyst can start a check. */
    secondsToNext: () => Math.ceil(waitMs() / 1000),
    /**
     * Begins a check, unless a check is running. Returns the start time. `event`: the check also computes the head as of this event. A
     * running check cannot do this any more.
     */
    async renew(event?: number): Promise<string> {
      const status = await copy.status()
      if (status.building) throw new ShopError('OVERLOADED', 'The copy is being built. Try again later')
      if (event !== undefined && event > status.event) throw invalidField('event', noSuchEvent(event, status.event))
      if (event !== undefined && going)
        throw tooEarly('The log is being verified. Try again when this has ended', 5_000)
      if (!going && waitMs() > 0)
        throw tooEarly('The last check began less than a minute ago. Try again in a minute', waitMs())
      return begin(event).since
    },
    /** Does not check while the copy is being built. */
    async run(signal: AbortSignal) {
      while (!signal.aborted) {
        const isDue = last === undefined || now().getTime() - Date.parse(last.at) >= everyMs
        if (isDue && !(await copy.status()).building) await begin().done
        await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => {})
      }
      await going?.done
    },
  }
}

const tooEarly = (message: string, waitMs: number) =>
  new ShopError('RATE_LIMITED', message, { details: { retryAfter: Math.ceil(waitMs / 1000) } })

type Read = Readonly<{ log: string; store: EventReader; folder: string }>

async function readLog({ log, store, folder }: Read, at: ReadonlySet<number>) {
  const hashAt = new Map<number, string>()
  const chain = createChain(log, ({ events, hash }) => {
    if (at.has(events)) hashAt.set(events, hash)
  })
  const { digestAt, digest, differs } = await compareLog(folder, chained(eventsAfter(START, store), chain), at)
  const { events, hash } = chain.head()
  if (events > 0) hashAt.set(events, hash)
  return { events, hash, differs, hashAt, digestAt: new Map([...digestAt, [events, digest] as const]) }
}

async function* chained(batches: AsyncIterable<readonly Recorded[]>, chain: ReturnType<typeof createChain>) {
  for await (const batch of batches) {
    for (const event of batch) chain.add(event)
    yield batch
  }
}

async function readCheck(file: string): Promise<LogCheck | undefined> {
  try {
    return LogCheck.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch {
    return undefined
  }
}
