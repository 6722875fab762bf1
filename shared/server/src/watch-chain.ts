import { setTimeout as sleep } from 'node:timers/promises'
import { type Head, LogChanged } from '@shop/stores/event-store/chain'
import type { EventReader } from '@shop/stores/event-store/event-store'
import { defect, logFact } from '@shop/stores/logger/logger'
import type { Check } from './http/health.ts'
import { inPieces, PAUSE_MS } from './in-pieces.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const HOUR_MS = 60 * 60 * 1000

/** Checks the hash chain of the log at the start and then daily, if the store has a chain. */
export function watchChain(log: EventReader, { pauseMs = PAUSE_MS, everyMs = DAY_MS } = {}) {
  let brokenBy: LogChanged | undefined

  async function watch(signal: AbortSignal) {
    const rest = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => {})
    while (log.checkChain && !signal.aborted && !brokenBy) {
      const startedMs = performance.now()
      try {
        await checkAll(log.checkChain, signal, () => rest(pauseMs))
        await rest(everyMs - (performance.now() - startedMs))
      } catch (error) {
        if (error instanceof LogChanged) noteBroken(error)
        else {
          logFact('error', 'The chain of the log could not be checked. The next try is in an hour', defect(error))
          await rest(HOUR_MS)
        }
      }
    }
  }

  function noteBroken(error: LogChanged) {
    brokenBy = error
    logFact(
      'error',
      'The log has changed since the shop stored it. The shop accepts no more changes, but still shows its pages',
      {
        why: error.message,
      },
    )
  }

  return { check: (): Check => (brokenBy ? 'broken' : 'ok'), watch }
}

async function checkAll(
  checkNext: NonNullable<EventReader['checkChain']>,
  signal: AbortSignal,
  pause: () => Promise<unknown>,
) {
  let head: Head | undefined
  const rest = inPieces(pause)
  while (!signal.aborted) {
    const reached = await checkNext(head)
    if (reached.isEnd) return
    head = reached.head
    await rest()
  }
}
