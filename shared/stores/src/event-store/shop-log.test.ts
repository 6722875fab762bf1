import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AccountRegistered, PasswordSet } from '@shop/language/account/events'
import { CheckoutStarted } from '@shop/language/checkout/events'
import type { Address } from '@shop/language/events/bought'
import type { Event, NewEvent, Recorded } from '@shop/language/events/event'
import { sampleLine } from '@shop/language/test-support/sample-order'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openSqliteKeyStore } from '../key-store/sqlite/sqlite-key-store.ts'
import { openBox } from '../sealing/sealed-box.ts'
import { eventStoreContract } from './contract/event-store-contract.ts'
import type { EventStore } from './event-store.ts'
import { createShopLog } from './shop-log.ts'
import { openSqliteEventStore } from './sqlite/sqlite-event-store.ts'

eventStoreContract('The shop log', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'selvedge-shop-log-'))
  const keys = openSqliteKeyStore(join(folder, 'keys.db'))
  return {
    open: () => createShopLog(openSqliteEventStore(join(folder, 'events.db')), keys),
    remove: async () => {
      await keys.close()
      rmSync(folder, { recursive: true })
    },
  }
})

const made = (event: Event, metadata: Partial<NewEvent['metadata']> = {}): NewEvent => ({
  ...event,
  id: randomUUID(),
  metadata: {
    correlationId: 'r1',
    causationId: 'c1',
    actor: { role: 'system' },
    schemaVersion: 1,
    recordedAt: '2026-01-01T00:00:00.000Z',
    ...metadata,
  },
})

const registered = (accountId: string) =>
  made(AccountRegistered({ accountId, name: 'Ada Lovelace', email: 'ada@example.test', emailKey: 'k1' }))

const shippingAddress: Address = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  address: '12 St James Square',
  city: 'London',
  postalCode: 'SW1Y 4JH',
  country: 'United Kingdom',
  phone: '+44 20 7946 0000',
}
const item = { ...sampleLine, productId: 'p1', name: 'Shirt', image: '/s.webp', sku: 'S-1', color: 'Navy' }
const started = (customerId: string, address: Address | null = shippingAddress) =>
  made(
    CheckoutStarted({
      checkoutId: 'c1',
      customerId,
      items: [item],
      totalCents: 2500,
      shippingAddress: address,
      country: '',
      paymentMethod: 'PayPal',
      startedAt: '2026-01-01T00:00:00.000Z',
      expiresAt: '2026-01-01T00:30:00.000Z',
    }),
  )

describe('the shop log', () => {
  let folder: string
  let store: EventStore
  let keys: ReturnType<typeof openSqliteKeyStore>
  let log: EventStore
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'selvedge-shop-log-'))
    store = openSqliteEventStore(join(folder, 'events.db'))
    keys = openSqliteKeyStore(join(folder, 'keys.db'))
    log = createShopLog(store, keys)
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await log.close()
    await keys.close()
    rmSync(folder, { recursive: true })
  })
  const readOf = (from: EventStore) => Array.fromAsync(from.readStream('s'))
  const followed = async (from: EventStore) => {
    for await (const { events } of from.follow('', new AbortController().signal)) return events
    return []
  }
  const dataOf = (events: readonly Recorded[]) => events.map(({ data }) => data)

  test('personal fields are read as they were written, from a stream and from the log', async () => {
    const events = [
      registered('ada'),
      made(PasswordSet({ accountId: 'ada', passwordHash: '$argon2id$x' })),
      started('ada'),
    ]
    await log.append('s', -1, events)
    expect(dataOf(await readOf(log))).toEqual(dataOf(events as unknown as Recorded[]))
    expect(await followed(log)).toEqual(await readOf(log))
  })

  test('personal fields are stored only in one sealed field', async () => {
    await log.append('s', -1, [registered('ada'), started('ada')])
    const files = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'latin1'))
    expect(files.some((text) => text.includes('AccountRegistered'))).toBe(true)
    for (const word of ['Lovelace', 'ada@example', 'St James', 'SW1Y'])
      expect(
        files.some((text) => text.includes(word)),
        word,
      ).toBe(false)
    expect((await readOf(store))[0]!.data).toEqual({ accountId: 'ada', emailKey: 'k1', sealed: expect.any(String) })
  })

  test('sealing the same text twice gives different boxes', async () => {
    await log.append('s', -1, [registered('ada'), registered('ada')])
    const [one, other] = dataOf(await readOf(store)) as { sealed: string }[]
    expect(one!.sealed).not.toBe(other!.sealed)
  })

  test("an erased person's fields are read as null, and other people's fields as before", async () => {
    await log.append('s', -1, [registered('ada'), started('ada'), registered('bob')])
    await keys.destroy('ada')
    const [ada, checkout, bob] = dataOf(await readOf(log))
    expect(ada).toEqual({ accountId: 'ada', emailKey: 'k1', name: null, email: null })
    expect(checkout).toMatchObject({ customerId: 'ada', totalCents: 2500, shippingAddress: null })
    expect(bob).toMatchObject({ name: 'Ada Lovelace' })
    expect(dataOf(await followed(log))).toEqual([ada, checkout, bob])
  })

  test('an event that comes after an erasure is stored without the personal fields', async () => {
    await keys.destroy('ada')
    await log.append('s', -1, [started('ada')])
    expect((await readOf(log))[0]!.data).toMatchObject({ checkoutId: 'c1', shippingAddress: null })
    expect(JSON.stringify(await readOf(store))).not.toContain('Lovelace')
  })

  test('a personal field that is stored as null is read as null', async () => {
    await log.append('s', -1, [started('ada', null)])
    expect((await readOf(log))[0]!.data).toMatchObject({ shippingAddress: null })
    expect(await keys.keysOf(['ada'])).toEqual(new Map())
  })

  test("another log's position is recognized, and nothing is read after it", async () => {
    const { position } = await log.append('s', -1, [started('ada', null)])
    expect(await log.has(position)).toBe(true)
    expect([await log.head(), (await readOf(log))[0]!.position]).toEqual([position, position])
    const elsewhere = openSqliteEventStore(':memory:')
    const other = createShopLog(elsewhere, keys)
    await other.append('s', -1, [started('ada', null)])
    expect(await elsewhere.head()).toBe(await store.head())
    expect(await other.has(position)).toBe(false)
    const following = other.follow(position, AbortSignal.timeout(1000))
    await expect(Array.fromAsync(following)).rejects.toThrow('is a position of another log')
    await other.close()
  })

  test('a retry seals the event again and is still the same append', async () => {
    const event = registered('ada')
    const answer = await log.append('s', -1, [event])
    expect(await log.append('s', -1, [event])).toEqual(answer)
    expect(await readOf(log)).toHaveLength(1)
  })

  test.each<[string, (stored: { sealed: string; accountId: string }) => object, string]>([
    ['whose box was changed', (data) => ({ ...data, sealed: `A${data.sealed.slice(1)}B` }), 'cannot be opened'],
    ['whose box was cut', (data) => ({ ...data, sealed: data.sealed.slice(0, 10) }), 'cannot be opened'],
    ['whose box is of another person', (data) => ({ ...data, accountId: 'bob' }), 'cannot be opened'],
    ['whose box is of another event', (data) => data, 'cannot be opened'],
  ])('an event %s is not read', async (_, change, message) => {
    await log.append('s', -1, [registered('ada'), registered('bob')])
    const [first] = await readOf(store)
    const { type, data, metadata } = first!
    await store.append('other', -1, [
      { id: randomUUID(), type, metadata, data: change(data as { sealed: string; accountId: string }) },
    ])
    await expect(Array.fromAsync(log.readStream('other'))).rejects.toThrow(message)
  })

  test('a box of an earlier version can be opened', () => {
    const key = Buffer.alloc(32, 7)
    const box = 'nP81-rEY8zOLuuXhNuezBKq6IE0eD0NJYlAi-T9iYmd9ZNVPy1IRRbmUU5GQcjqdl_PU'
    expect(openBox(key, box, 'ada/event-1')).toEqual({ name: 'Ada Lovelace' })
  })

  test('an older version is upcast after it was opened, and erased fields stay null', async () => {
    vi.spyOn(AccountRegistered, 'lift').mockImplementation((data, version) => {
      const { name, ...rest } = data as { name: string; accountId: string; email: string; emailKey: string }
      return { ...rest, name: `${name} lifted from ${version}` }
    })
    await log.append('s', -1, [{ ...registered('ada'), metadata: { ...registered('ada').metadata, schemaVersion: 3 } }])
    expect((await readOf(log))[0]!.data).toMatchObject({ name: 'Ada Lovelace lifted from 3' })
    await keys.destroy('ada')
    expect((await readOf(log))[0]!.data).toMatchObject({ name: null, email: null })
  })

  test('an event of an unknown type is passed on as stored', async () => {
    const unknown = { ...registered('ada'), type: 'HorseShod', data: { sealed: 'x', horse: 1 } }
    await store.append('s', -1, [unknown])
    expect((await readOf(log))[0]).toMatchObject(unknown)
    expect((await followed(log))[0]).toMatchObject(unknown)
  })

  test('an event of an unknown type cannot be appended', async () => {
    await expect(log.append('s', -1, [{ ...registered('ada'), type: 'HorseShod' }])).rejects.toThrow('HorseShod')
  })

  test('the keys of a batch are fetched once, and not at all if nothing is sealed', async () => {
    await log.append('s', -1, [registered('ada'), registered('bob'), started('ada')])
    await log.append('plain', -1, [started('ada', null)])
    const keysOf = vi.spyOn(keys, 'keysOf')
    await readOf(log)
    expect(keysOf.mock.calls).toEqual([[['ada', 'bob']]])
    await Array.fromAsync(log.readStream('plain'))
    expect(keysOf).toHaveBeenCalledTimes(1)
  })
})
