import { START } from '@shop/language/events/event'
import { createChain, createComparison, type Head, type Witness } from './chain.ts'
import type { EventReader } from './event-store.ts'

/**
 * Reads the log of a store that keeps no chain, up to its current end, compares it with witnessed heads and returns its
 * own: without a witness that shows only that all of it can be read. Takes the store itself, below the shop log. Throws LogChanged.
 */
export async function verifyReadLog(
  store: EventReader,
  name: string,
  witnesses: readonly Witness[] = [],
  onProgress: (events: number) => void = () => {},
): Promise<Head> {
  const comparison = createComparison(name, await store.id(), witnesses)
  comparison.pass(0, '')
  const chain = createChain(await store.id(), ({ events, hash }) => comparison.pass(events, hash))
  const end = await store.head()
  const stop = new AbortController()
  if (end !== START)
    for await (const { events, upTo } of store.follow(START, stop.signal)) {
      for (const event of events) if (event.position <= end) chain.add(event)
      onProgress(chain.head().events)
      if (upTo >= end) stop.abort()
    }
  comparison.end(chain.head().events)
  return chain.head()
}
