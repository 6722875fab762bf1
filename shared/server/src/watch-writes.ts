import { isShopError } from '@shop/language/errors'
import { LogChanged } from '@shop/stores/event-store/chain'
import type { EventStore } from '@shop/stores/event-store/event-store'
import { createSampledFacts } from '@shop/stores/logger/sampled-facts'
import { requireFreeSpace } from './data-folder.ts'
import type { Check } from './http/health.ts'

/** A refused append is reported for this time, even if later appends succeed: on a nearly full disk some writes succeed. */
const REPORTED_MS = 10_000

/** `check` reports a folder that is full or read-only, and an append that was refused in the last ten seconds. */
export function watchWrites(log: EventStore, folder: string): { log: EventStore; check: () => Check } {
  const logFault = createSampledFacts('error')
  let refusedMs = Number.NEGATIVE_INFINITY

  function note(refusal: Error) {
    refusedMs = performance.now()
    const { cause = refusal } = refusal
    const why = cause instanceof Error ? cause.message : String(cause)
    logFault(
      'refused',
      'The shop cannot write. It refuses every change until it can write again, but still shows its pages',
      { folder },
      { why },
    )
  }

  return {
    log: {
      ...log,
      append: (...what) =>
        log.append(...what).catch((error) => {
          // `watchChain` reports a log that was changed.
          if (isShopError(error, 'UNAVAILABLE') && !(error.cause instanceof LogChanged)) note(error)
          throw error
        }),
    },
    check() {
      try {
        requireFreeSpace(folder)
      } catch (error) {
        note(error as Error)
      }
      return performance.now() - refusedMs < REPORTED_MS ? 'refused' : 'ok'
    },
  }
}
