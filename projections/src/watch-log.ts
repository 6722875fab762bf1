import { setTimeout as sleep } from 'node:timers/promises'
import type { Collection } from '@shop/language/collection'
import { START } from '@shop/language/events/event'
import type { Check } from '@shop/server/http/health'
import { inPieces, PAUSE_MS } from '@shop/server/in-pieces'
import { LogChanged } from '@shop/stores/event-store/chain'
import type { EventReader } from '@shop/stores/event-store/event-store'
import { verifyReadLog } from '@shop/stores/event-store/verify-read-log'
import { HEAD_MESSAGE } from '@shop/stores/event-store/witnesses'
import { joinedAbort } from '@shop/stores/joined-abort'
import { defect, logFact } from '@shop/stores/logger/logger'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import { stepOf } from '@shop/stores/read-store/step-of'
import { emptyIfDamaged } from './new-stage.ts'

/** `_id` is the log's id. The document is a witness, because the log's host cannot change it. */
type LogCheck = {
  _id: string
  /** `hash` covers these events. */
  events: number
  hash: string
  /** ISO 8601, UTC. */
  at: string
}

export const logChecks: Collection<LogCheck> = { name: 'log-checks@1', searchedBy: [] }

const DAY_MS = 24 * 60 * 60 * 1000
const HOUR_MS = 60 * 60 * 1000
const ASK_AGAIN_MS = 10_000

type Options = Readonly<{ now?: () => Date; pauseMs?: number; everyMs?: number; askAgainMs?: number }>

/**
 * Checks daily, until `signal` aborts, that a log without a hash chain in its store has not changed (reliability R18: detecting a changed
 * log). Only the process with the lease checks. If the log has changed, `check` returns 'broken'. `store`: the event store itself, not the
 * shop log that uses it.
 */
export function watchLog(
  store: EventReader,
  readStore: Pick<ReadStore, 'get' | 'commit' | 'checkpoint' | 'stage' | 'lease'>,
  signal: AbortSignal,
  { now = () => new Date(), pauseMs = PAUSE_MS, everyMs = DAY_MS, askAgainMs = ASK_AGAIN_MS }: Options = {},
) {
  let isBroken = false

  async function watch() {
    while (!signal.aborted && !store.checkChain) {
      const lease = await readStore.lease(logChecks.name).catch(() => undefined)
      if (lease) {
        using until = joinedAbort(signal, lease.lost)
        while (!until.signal.aborted) await rest(await checkIfDue(until.signal), until.signal)
        // This process has lost the lease. The process that gets it reports a changed log.
        isBroken = false
        // A lease that could not be released expires by itself.
        await lease.release().catch(() => {})
      } else await rest(askAgainMs, signal)
    }
  }

  /** Returns the time until the next try, in ms. */
  async function checkIfDue(until: AbortSignal): Promise<number> {
    try {
      await emptyIfDamaged(logChecks, readStore)
      const known = await readStore.get(logChecks, await store.id())
      const dueInMs = known ? Date.parse(known.at) + everyMs - now().getTime() : 0
      if (dueInMs > 0) return Math.min(dueInMs, everyMs)
      const witnesses = known ? [{ ...known, log: known._id, from: `read on ${known.at}` }] : []
      const pauses = inPieces(() => rest(pauseMs, until))
      const { log, events, hash } = await verifyReadLog(store, 'The log', witnesses, { rest: pauses, signal: until })
      isBroken = false
      const document: LogCheck = { _id: log, events, hash, at: now().toISOString() }
      const from = (await readStore.checkpoint(logChecks.name))?.position ?? START
      await readStore.commit(stepOf(logChecks.name, from, await store.head(), [{ id: log, document }]))
      logFact('info', HEAD_MESSAGE, { log, events, hash })
      return everyMs
    } catch (error) {
      if (until.aborted) return 0
      if (!(error instanceof LogChanged)) {
        logFact('error', 'The log could not be read completely. The next try is in an hour', defect(error))
        return HOUR_MS
      }
      isBroken = true
      const why = error.message
      logFact('error', 'The log has changed since the shop stored it. Find out why before anything else', { why })
      return everyMs
    }
  }

  return { check: (): Check => (isBroken ? 'broken' : 'ok'), done: watch() }
}

const rest = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal, ref: false }).catch(() => {})
