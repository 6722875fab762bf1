import { START } from '@shop/language/events/event'
import { joinedAbort } from '../joined-abort.ts'
import { createChain, createComparison, type Head, type Witness } from './chain.ts'
import type { EventReader } from './event-store.ts'

/** How many events are hashed between two calls of `rest`. */
const EVENTS_AT_ONCE = 25

type Options = Readonly<{
  onProgress?: (events: number) => void
  rest?: () => Promise<void>
  signal?: AbortSignal
}>

/**
 * Computes the hash chain of a store that does not keep a chain, up to the log's current end. Throws LogChanged if the chain differs from a
 * witness. `store` must be the bare store, not the shop log that wraps it.
 */
export async function verifyReadLog(
  store: EventReader,
  name: string,
  witnesses: readonly Witness[] = [],
  { onProgress = () => {}, rest, signal }: Options = {},
): Promise<Head> {
  const comparison = createComparison(name, await store.id(), witnesses)
  comparison.pass(0, '')
  const chain = createChain(await store.id(), ({ events, hash }) => comparison.pass(events, hash))
  const end = await store.head()
  const stop = new AbortController()
  using until = joinedAbort(stop.signal, signal ?? stop.signal)
  if (end !== START)
    for await (const { events, upTo } of store.follow(START, until.signal)) {
      for (const [n, event] of events.entries()) {
        if (event.position <= end) chain.add(event)
        if (n % EVENTS_AT_ONCE === 0) await rest?.()
      }
      onProgress(chain.head().events)
      if (upTo >= end) stop.abort()
    }
  signal?.throwIfAborted()
  comparison.end(chain.head().events)
  return chain.head()
}
