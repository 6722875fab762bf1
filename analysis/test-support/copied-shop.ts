import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { allEvents } from '@shop/language/all-events'
import type { NewEvent } from '@shop/language/events/event'
import { streamPrefixes } from '@shop/language/stream-names'
import { anyOf } from '@shop/language/test-support/any-event'
import type { EventReader, EventStore } from '@shop/stores/event-store/event-store'
import { openSqliteKeyStore } from '@shop/stores/key-store/sqlite/sqlite-key-store'
import { sealEvent } from '@shop/stores/sealing/sealed-event'
import fc from 'fast-check'
import { selectTable } from '../src/copy/copy-view.ts'
import { type Copy, openCopy } from '../src/copy/open-copy.ts'
import { allTables } from '../src/tables/all-tables.ts'

/** The number is small, so that a few hundred events are enough for segments of every level. */
export const SEGMENT = 10
export const KEY = Buffer.alloc(32, 7)

const keys = openSqliteKeyStore(':memory:')
/** Only a few types, because each type has a file in every segment. */
const FEW = ['OrderPlaced', 'GuestCartMerged', 'StockReserved', 'AccountRegistered', 'SignalReceived']
const at = Date.parse('2026-03-01T10:00:00.000Z')

/** The same seed makes the same events. */
export async function someEvents(count: number, seed: number, types: readonly string[] = FEW): Promise<NewEvent[]> {
  const some = fc.sample(fc.constantFrom(...types).chain(anyOf), { numRuns: count, seed })
  return Promise.all(
    some.map((event, index) =>
      sealEvent(
        {
          ...event,
          id: `00000000-0000-4000-8000-${String(seed * 1_000_000 + index).padStart(12, '0')}`,
          metadata: {
            correlationId: `request-${index % 7}`,
            causationId: `cause-${index}`,
            actor: { role: 'customer', id: 'ada' },
            schemaVersion: allEvents.find(({ type }) => type === event.type)!.version,
            recordedAt: new Date(at + index * 1000).toISOString(),
          },
        },
        keys,
      ),
    ),
  )
}

/** `versions`: the newest version of each stream. */
export async function appendAll(store: EventStore, events: readonly NewEvent[], versions = new Map<string, number>()) {
  for (const [index, event] of events.entries()) {
    const stream = `${streamPrefixes[index % streamPrefixes.length]}${index % 3}`
    const version = versions.get(stream) ?? -1
    await store.append(stream, version, [event])
    versions.set(stream, version + 1)
  }
  return versions
}

export const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'selvedge-copy-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

export async function copying<T>(
  store: EventReader,
  folder: string,
  use: (copy: Copy) => Promise<T>,
  { segment = SEGMENT, key = KEY } = {},
): Promise<T> {
  const copy = await openCopy({ folder, store, key, segment })
  const stop = new AbortController()
  const running = copy.run(stop.signal)
  try {
    await Promise.race([running, caughtUp(copy)])
    return await use(copy)
  } finally {
    stop.abort()
    await running
    await copy.close()
  }
}

async function caughtUp(copy: Copy) {
  for (;;) {
    const { building, behind } = await copy.status()
    if (!building && behind === 0) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** Two copies of the same log have equal content. */
export async function contentOf(copy: Copy) {
  await copy.settled()
  const database = await DuckDBInstance.create(':memory:', { threads: '1' })
  const connection = await database.connect()
  using view = copy.view()
  const rows: Record<string, unknown> = {}
  const { tables } = await copy.status()
  const filled = new Set(tables.filter(({ events }) => events > 0).map(({ name }) => name))
  for (const table of allTables.filter(({ name }) => filled.has(name))) {
    const found = await connection.runAndReadAll(`${selectTable(table, view, view.event)} ORDER BY event`)
    rows[table.name] = found.getRowsJson()
  }
  const digests: string[] = []
  for (let event = 0; event <= view.event; event++) digests.push(await copy.digestAt(event))
  connection.closeSync()
  const ranges = view.segments.map(({ first, last, counts }) => ({ first, last, counts }))
  return { event: view.event, digest: view.digest, digests, rows, ranges }
}
