import { setTimeout as sleep } from 'node:timers/promises'
import type { Recorded } from '@shop/language/events/event'
import { openEventReader } from '@shop/server/open-adapters'
import type { EventReader } from '@shop/stores/event-store/event-store'
import { askAt } from './calls.ts'
import type { Shop } from './open-shop.ts'
import type { Row } from './rows.ts'

const QUIET_MS = 4000

/** Returns the number of events in each append, including the appends of later jobs. */
export async function appendsOf(row: Row, { to, known, log }: Shop): Promise<readonly number[]> {
  const reader = await openEventReader(log ?? '')
  try {
    const from = await quietHead(reader)
    const ask = askAt(to)
    if ('walk' in row) await row.walk(ask, known, 0)
    else if ('next' in row) await ask(row.next(known, 0))
    await quietHead(reader)
    const events: Recorded[] = []
    for await (const batch of reader.follow(from, new AbortController().signal)) {
      events.push(...batch.events)
      if (batch.caughtUp) break
    }
    return sizesOf(events)
  } finally {
    await reader.close()
  }
}

/** Waits until the jobs append nothing more. Returns the head of the log. */
async function quietHead(reader: EventReader): Promise<string> {
  const before = await reader.head()
  await sleep(QUIET_MS)
  return (await reader.head()) === before ? before : quietHead(reader)
}

/** All events of one command in one stream are one append. */
function sizesOf(events: readonly Recorded[]) {
  const sizes = new Map<string, number>()
  for (const { stream, metadata } of events) {
    const append = `${stream} ${metadata.causationId}`
    sizes.set(append, (sizes.get(append) ?? 0) + 1)
  }
  return [...sizes.values()]
}
