import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appendAll, copying, newFolder, someEvents } from '../../test-support/copied-shop.ts'
import type { Copy } from '../copy/open-copy.ts'
import { listEvents } from './list-events.ts'

const ALL = 147
const place = newFolder()
const store = openSqliteEventStore(':memory:')
beforeAll(async () => {
  await appendAll(store, await someEvents(ALL, 1))
})
afterAll(async () => {
  await store.close()
  place.remove()
})

type Query = Parameters<typeof listEvents>[2]

/**
 * Lists events of a copy that has segments of ten and of a hundred events. `firstLook`: the size of the first range that is searched. The
 * connection is not the copy's own, because the copy refuses to be read while a segment is away.
 */
const listing = <T>(use: (list: (query: Query, firstLook: number) => ReturnType<typeof listEvents>) => Promise<T>) =>
  copying(store, place.folder, async (copy: Copy) => {
    await copy.settled()
    using view = copy.view()
    const connection = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect()
    await connection.run("SET TimeZone = 'UTC'")
    return await use((query, firstLook) => listEvents(connection, view, query, firstLook))
  })

test('the newest matching events come first, with any size of the first range', async () => {
  await listing(async (list) => {
    const all = await list({ limit: 200 }, 1_000)
    expect(all.map(({ event }) => event)).toEqual(Array.from({ length: ALL }, (_, index) => ALL - index))
    const { type, stream, correlation, actor } = all[20]!
    const queries: Query[] = [
      {},
      { type },
      { stream },
      { correlation },
      { type, stream },
      { type: 'nothing' },
      { actor: actor!, type },
    ]
    for (const query of queries)
      for (const asOf of [1, 40, 101, 147])
        for (const limit of [1, 60]) {
          const fit = all.filter(
            (one) => one.event <= asOf && Object.entries(query).every(([key, of]) => one[key as 'type'] === of),
          )
          const asked = { ...query, asOf, limit }
          expect(await list(asked, 3), JSON.stringify(asked)).toEqual(fit.slice(0, limit))
          const oldest = await list({ ...asked, oldestFirst: 'true' }, 3)
          expect(oldest, JSON.stringify(asked)).toEqual(fit.toReversed().slice(0, limit))
        }
  })
})

test('a list can start after an event or a moment, and can have only the events of one role', async () => {
  await listing(async (list) => {
    const numbers = async (query: Query, firstLook = 3) => (await list(query, firstLook)).map(({ event }) => event)
    expect(await numbers({ after: 140 })).toEqual([147, 146, 145, 144, 143, 142, 141])
    expect(await numbers({ after: 140, asOf: 143, oldestFirst: 'true' })).toEqual([141, 142, 143])
    const { recordedAt } = (await list({ asOf: 140 }, 3))[0]!
    expect(await numbers({ after: recordedAt!, before: 143 })).toEqual([142, 141])
    expect(await numbers({ after: 147 })).toEqual([])
    expect(await numbers({ after: 145, actor: 'customer' })).toEqual([147, 146])
    expect(await numbers({ actor: 'admin' })).toEqual([])
  })
})

test('a list of one type does not read segments without events of that type', async () => {
  await listing(async (list) => {
    const [first, last] = ['000000000001-000000000100', '000000000101-000000000110'] as const
    for (const segment of [first, last])
      renameSync(join(place.folder, 'segments', segment), join(place.folder, segment))
    expect(await list({ type: 'ShopStarted', asOf: 110 }, 1_000)).toEqual([])
    expect(await list({ type: 'ShopStarted', asOf: 110, oldestFirst: 'true' }, 1_000)).toEqual([])
    for (const segment of [first, last])
      renameSync(join(place.folder, segment), join(place.folder, 'segments', segment))
  })
})

test('a search for the newest events does not read the oldest events', async () => {
  await listing(async (list) => {
    const oldest = join(place.folder, 'segments', '000000000001-000000000100')
    renameSync(oldest, `${oldest}.away`)
    expect((await list({ limit: 40 }, 45)).map(({ event }) => event)).toEqual(
      Array.from({ length: 40 }, (_, n) => ALL - n),
    )
    renameSync(`${oldest}.away`, oldest)
  })
})
