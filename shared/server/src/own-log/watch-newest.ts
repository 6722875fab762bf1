import type { EventStore } from '@shop/stores/event-store/event-store'
import type { EventPlace, KeyStore } from '@shop/stores/key-store/key-store'
import { defect, logFact } from '@shop/stores/logger/logger'
import { repeatedly } from '../repeatedly.ts'

const EVERY_MS = 60_000

/**
 * `watch` notes in the key store the newest event that this process has appended. The next start refuses a log without this event, and
 * looks for missing keys only in later events.
 */
export function watchNewest(log: EventStore, keys: Pick<KeyStore, 'note'>, everyMs = EVERY_MS) {
  let newest: EventPlace | undefined
  let noted: EventPlace | undefined

  /** If this fails, `watch` tries again a minute later. */
  async function note() {
    const now = newest
    if (!now || now === noted) return
    try {
      await keys.note(now)
      noted = now
    } catch (error) {
      logFact('warn', 'The newest event of the log could not be noted', defect(error))
    }
  }

  return {
    log: {
      ...log,
      async append(stream, expectedVersion, events) {
        const appended = await log.append(stream, expectedVersion, events)
        const { position, version } = appended
        if (!newest || newest.position < position)
          newest = { position, stream, version, event: events.at(-1)?.id ?? '' }
        return appended
      },
    } satisfies EventStore,

    watch: (signal: AbortSignal) => repeatedly(note, everyMs, signal),
    note,
  }
}
