import { join } from 'node:path'
import { START } from '@shop/language/events/event'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { copying, newFolder } from './copied-shop.ts'
import { madePast } from './made-past.ts'
import type { PastEvent } from './past.ts'
import { makeSmallCopy } from './small-copy.ts'

/** The events of a log, and their copy. A number is the seed of random events. A text is the data folder of a shop. */
export async function pastOf(of: number | string) {
  if (typeof of === 'string') return pastOfShop(of)
  const past = madePast(of, 1_000)
  return { past, ...(await makeSmallCopy(past, 200)) }
}

async function pastOfShop(shop: string) {
  const store = openSqliteEventStore(join(shop, 'events.db'))
  const past: PastEvent[] = []
  for await (const { events, caughtUp } of store.follow(START, new AbortController().signal)) {
    for (const { type, data, stream, metadata } of events)
      past.push({ type, data, stream, recordedAt: metadata.recordedAt })
    if (caughtUp) break
  }
  const { folder, remove } = newFolder()
  await copying(store, folder, (copy) => copy.settled(), { segment: 10_000 })
  await store.close()
  return { past, folder, remove }
}
