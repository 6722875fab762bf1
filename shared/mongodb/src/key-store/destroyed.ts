import { setTimeout as sleep } from 'node:timers/promises'
import type { KeyListener } from '@shop/stores/key-store/key-store'
import { defect, logFact } from '@shop/stores/logger/logger'
import type { ChangeStream, Collection, Document } from 'mongodb'

const LONGEST_PAUSE_MS = 1_000

/** Also matches changes that destroy no key, such as a restored key. Listeners then forget data that they can read again. */
const NOT_INSERTED = [{ $match: { operationType: { $ne: 'insert' } } }]

/** At each start of the watch, calls every listener with undefined, because keys may have been destroyed before. */
export function watchDestroyed<StoredKey extends Document>(keys: Collection<StoredKey>) {
  const listeners = new Set<KeyListener>()
  const closed = new AbortController()
  let stream: ChangeStream<StoredKey> | undefined
  let watching: Promise<void> | undefined

  const notify = (person: string | undefined) => {
    for (const listener of listeners) listener(person)
  }

  async function watch() {
    for (let failures = 0; !closed.signal.aborted; ) {
      try {
        stream = keys.watch<StoredKey>(NOT_INSERTED)
        // Opens the stream even if there is no change yet.
        await stream.tryNext()
        notify(undefined)
        failures = 0
        for await (const change of stream) notify('documentKey' in change ? String(change.documentKey._id) : undefined)
      } catch (error) {
        if (closed.signal.aborted) return
        if (failures === 0)
          logFact('warn', 'Destroyed keys are not reported at the moment. The watch starts again', defect(error))
        const pauseMs = Math.min(LONGEST_PAUSE_MS, 50 * 2 ** failures++)
        await sleep(pauseMs, undefined, { signal: closed.signal }).catch(() => {})
      } finally {
        await stream?.close().catch(() => {})
      }
    }
  }

  return {
    listen(listener: KeyListener) {
      listeners.add(listener)
      watching ??= watch()
    },
    async close() {
      closed.abort()
      await stream?.close().catch(() => {})
      await watching
    },
  }
}
