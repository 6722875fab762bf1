import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { START } from '@shop/language/events/event'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { emptyJournal } from '../../open-sqlite.ts'
import { newEvents } from '../contract/log-under-test.ts'
import { openSqliteEventReader } from './sqlite-event-reader.ts'
import { openSqliteEventStore } from './sqlite-event-store.ts'

describe('a reader beside the shop that writes the log', () => {
  let folder: string
  let file: string
  let store: ReturnType<typeof openSqliteEventStore>
  let reader: ReturnType<typeof openSqliteEventReader>
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'selvedge-beside-'))
    file = join(folder, 'events.db')
    store = openSqliteEventStore(file)
    reader = openSqliteEventReader(file)
  })
  afterEach(async () => {
    await reader.close()
    await store.close()
    rmSync(folder, { recursive: true })
  })

  test('follows events that are appended after it was opened', async () => {
    const stop = new AbortController()
    const found: string[] = []
    const following = (async () => {
      for await (const { events } of reader.follow(START, stop.signal)) found.push(...events.map(({ id }) => id))
    })()
    const events = newEvents(3)
    await store.append('cart-a', -1, events.slice(0, 2))
    await expect.poll(() => found.length).toBe(2)
    await store.append('cart-a', 1, events.slice(2))
    await expect.poll(() => found).toEqual(events.map(({ id }) => id))
    stop.abort()
    await following
  })

  test('knows the current state of a stream, the head and the extent', async () => {
    await store.append('cart-a', -1, newEvents(1))
    expect(await Array.fromAsync(reader.readStream('cart-a'))).toHaveLength(1)
    await store.append('cart-a', 0, newEvents(2))
    expect(await Array.fromAsync(reader.readStream('cart-a'))).toHaveLength(3)
    expect(await reader.head()).toBe(await store.head())
    expect(await reader.has(await store.head())).toBe(true)
    expect(await reader.extent(START)).toEqual({ read: 0, all: 3, unit: 'events' })
  })

  test('does not remove the mark of a changed log', async () => {
    writeFileSync(`${file}-changed`, 'changed\n')
    await openSqliteEventReader(file).close()
    expect(existsSync(`${file}-changed`)).toBe(true)
  })

  test('never stops the shop from emptying the journal, and appends nothing', async () => {
    await store.append('cart-a', -1, newEvents(1))
    expect(await Array.fromAsync(reader.readStream('cart-a'))).toHaveLength(1)
    expect(() => emptyJournal(file)).not.toThrow()
    expect(reader).not.toHaveProperty('append')
  })
})
