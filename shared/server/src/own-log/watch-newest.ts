import { setTimeout as sleep } from 'node:timers/promises'
import type { EventReader } from '@shop/stores/event-store/event-store'
import type { KeyStore } from '@shop/stores/key-store/key-store'
import { defect, logFact } from '@shop/stores/logger/logger'

const EVERY_MS = 60_000

/**
 * `watch` notes the newest event of the log in the key store every minute. The next start refuses a log without this event, and looks for
 * missing keys only in later events.
 */
export function watchNewest(log: Pick<EventReader, 'newest'>, keys: Pick<KeyStore, 'note'>, everyMs = EVERY_MS) {
  let noted: string | undefined

  /** If this fails, `watch` tries again a minute later. */
  async function note() {
    try {
      const newest = await log.newest()
      if (!newest || newest.position === noted) return
      const { position, stream, version, id: event } = newest
      await keys.note({ position, stream, version, event })
      noted = position
    } catch (error) {
      logFact('warn', 'The newest event of the log could not be noted', defect(error))
    }
  }

  return {
    async watch(signal: AbortSignal) {
      while (!signal.aborted) {
        await note()
        await sleep(everyMs, undefined, { signal, ref: false }).catch(() => {})
      }
    },
    note,
  }
}
