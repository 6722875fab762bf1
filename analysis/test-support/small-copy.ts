import { allEvents } from '@shop/language/all-events'
import type { NewEvent } from '@shop/language/events/event'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { copying, newFolder } from './copied-shop.ts'

type Line = Readonly<{ type: string; data: object; recordedAt?: string; stream?: string }>

const START = Date.parse('2026-03-02T10:00:00.000Z')
const MINUTE_MS = 60_000

/** Events without `recordedAt` are one minute apart, from 2 March 2026, 10:00 UTC. */
export async function makeSmallCopy(lines: readonly Line[], segment = 10) {
  const { folder, remove } = newFolder()
  const store = openSqliteEventStore(':memory:')
  const versions = new Map<string, number>()
  for (const [index, line] of lines.entries()) {
    const { stream = 'order-1' } = line
    const version = versions.get(stream) ?? -1
    await store.append(stream, version, [eventOf(line, index)])
    versions.set(stream, version + 1)
  }
  await copying(store, folder, (copy) => copy.settled(), { segment })
  await store.close()
  return { folder, remove }
}

const eventOf = ({ type, data, recordedAt }: Line, index: number): NewEvent => ({
  type,
  data,
  id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  metadata: {
    correlationId: 'request',
    causationId: 'cause',
    actor: { role: 'customer', id: 'ada' },
    schemaVersion: allEvents.find((event) => event.type === type)?.version ?? 1,
    recordedAt: recordedAt ?? new Date(START + index * MINUTE_MS).toISOString(),
  },
})
