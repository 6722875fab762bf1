import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { START } from '../events/event.ts'
import type { Collection, Document, Query, ReadStore, Step } from './read-store.ts'

/** Where documents live: a file, a server. May hold others' documents; opened again after its store was closed. */
export type Place = Readonly<{ open: () => ReadStore | Promise<ReadStore>; remove: () => Promise<void> }>

type Shirt = Document & {
  name: string
  gender: string
  priceCents: number
  sold: boolean
  brand?: string
  colors: readonly string[]
}
const shirt = (id: string, more: Partial<Shirt> = {}): Shirt => ({
  _id: id,
  name: `Shirt ${id}`,
  gender: 'Women',
  priceCents: 2500,
  sold: false,
  colors: ['Navy'],
  ...more,
})

/** What every read store must do. Each adapter's test file calls this with places of its own. */
export function readStoreContract(name: string, newPlace: () => Promise<Place>) {
  describe(`${name} as a read store`, () => {
    let place: Place
    let store: ReadStore
    let shirts: Collection<Shirt>
    beforeAll(async () => {
      place = await newPlace()
      store = await place.open()
    })
    beforeEach(() => {
      shirts = {
        name: `shirts-${crypto.randomUUID()}@1`,
        searchedBy: ['name', 'gender', 'priceCents', 'sold', 'brand'],
        lists: ['colors'],
      }
    })
    afterAll(async () => {
      await store.close()
      await place.remove()
    })
    const step = (from: string, to: string, ...documents: readonly Document[]): Step => ({
      projection: shirts.name,
      from,
      to,
      writes: documents.map((document) => ({ id: document._id, document })),
    })
    const found = async (query?: Query<Shirt>) => (await store.find(shirts, query)).documents.map(({ _id }) => _id)

    test('a collection that was never built is empty, and has no checkpoint', async () => {
      expect(await store.get(shirts, 'a')).toBeUndefined()
      expect(await found()).toEqual([])
      expect(await store.checkpoint(shirts.name)).toBeUndefined()
    })

    test('documents and checkpoint move forward together', async () => {
      await store.commit([step(START, '1', shirt('a'), shirt('b'))])
      await store.commit([step('1', '2', shirt('b', { gender: 'Men' })), step('2', '3', shirt('c'))])
      expect(await store.checkpoint(shirts.name)).toBe('3')
      expect(await store.get(shirts, 'b')).toEqual(shirt('b', { gender: 'Men' }))
      expect(await found({ anyOf: { gender: ['Women'] } })).toEqual(['a', 'c'])
    })

    test('an undefined document is removed', async () => {
      await store.commit([step(START, '1', shirt('a'), shirt('b'))])
      await store.commit([
        {
          projection: shirts.name,
          from: '1',
          to: '2',
          writes: [
            { id: 'a', document: undefined },
            { id: 'z', document: undefined },
          ],
        },
      ])
      expect(await found()).toEqual(['b'])
      expect(await found({ anyOf: { colors: ['Navy'] } })).toEqual(['b'])
    })

    test('a step from elsewhere than its checkpoint is refused, with every step beside it', async () => {
      await store.commit([step(START, '1', shirt('a'))])
      const other = { ...step(START, '1', shirt('o')), projection: `others-${crypto.randomUUID()}@1` as const }
      for (const from of [START, '2'])
        await expect(store.commit([other, step(from, '3', shirt('b'))])).rejects.toThrow()
      expect(await found()).toEqual(['a'])
      expect(await store.checkpoint(shirts.name)).toBe('1')
      expect(await store.checkpoint(other.projection)).toBeUndefined()
    })

    test('documents are told by id, those that exist', async () => {
      await store.commit([step(START, '1', shirt('a'), shirt('b'), shirt('c'))])
      const some = await store.getMany(shirts, ['c', 'a', 'a', 'none'])
      expect([...some.keys()].toSorted()).toEqual(['a', 'c'])
      expect(some.get('c')).toEqual(shirt('c'))
      expect(await store.getMany(shirts, [])).toEqual(new Map())
    })

    test('what was committed is there after the store was closed and opened again', async () => {
      await store.commit([step(START, '1', shirt('a', { colors: ['Red'] }))])
      await store.close()
      store = await place.open()
      expect(await store.checkpoint(shirts.name)).toBe('1')
      expect(await found({ allOf: { colors: ['Red'] } })).toEqual(['a'])
    })

    describe('a query', () => {
      beforeEach(() =>
        store.commit([
          step(
            START,
            '1',
            shirt('a', { gender: 'Men', priceCents: 3000, colors: ['Navy', 'Red'], brand: 'Ode' }),
            shirt('b', { gender: 'Women', priceCents: 2000, colors: ['Red'], sold: true }),
            shirt('c', { gender: 'Women', priceCents: 2000, colors: [] }),
            shirt('d', { gender: 'Kids', priceCents: 1000, colors: ['Navy', 'Green', 'Red'], name: 'O\'Neill "x" $' }),
          ),
        ]),
      )

      test.each<[string, Query<Shirt>, string[]]>([
        ['finds everything by id when nothing is asked', {}, ['a', 'b', 'c', 'd']],
        ['finds a field that is one of some values', { anyOf: { gender: ['Men', 'Kids'] } }, ['a', 'd']],
        ['finds a number', { anyOf: { priceCents: [2000] } }, ['b', 'c']],
        ['finds a truth', { anyOf: { sold: [true] } }, ['b']],
        ['finds a missing value as null', { anyOf: { brand: [null] } }, ['b', 'c', 'd']],
        ['finds a missing value or another', { anyOf: { brand: [null, 'Ode'] } }, ['a', 'b', 'c', 'd']],
        ['finds nothing among no values', { anyOf: { gender: [] } }, []],
        ['takes every character as it is', { anyOf: { name: ['O\'Neill "x" $'] } }, ['d']],
        ['finds a list that contains one of some values', { anyOf: { colors: ['Navy', 'Green'] } }, ['a', 'd']],
        ['finds a list that contains all of some values', { allOf: { colors: ['Red', 'Navy'] } }, ['a', 'd']],
        ['asks nothing with no values of all', { allOf: { colors: [] } }, ['a', 'b', 'c', 'd']],
        ['finds a range, ends included', { between: { priceCents: { from: 2000, to: 3000 } } }, ['a', 'b', 'c']],
        ['finds an open range', { between: { priceCents: { to: 1999 } } }, ['d']],
        ['finds a range of text', { between: { gender: { from: 'L', to: 'N' } } }, ['a']],
        [
          'takes all its conditions together',
          { anyOf: { gender: ['Women', 'Men'], colors: ['Red'] }, between: { priceCents: { to: 2500 } } },
          ['b'],
        ],
        ['sorts, with ties by id', { sortBy: { field: 'priceCents' } }, ['d', 'b', 'c', 'a']],
        [
          'sorts downwards, with ties by id downwards',
          { sortBy: { field: 'priceCents', descending: true } },
          ['a', 'c', 'b', 'd'],
        ],
        ['sorts by id downwards', { sortBy: { field: '_id', descending: true } }, ['d', 'c', 'b', 'a']],
        [
          'sorts what it filters',
          { anyOf: { colors: ['Red', 'Navy'] }, sortBy: { field: 'priceCents' } },
          ['d', 'b', 'a'],
        ],
      ])('%s', async (_, query, ids) => {
        expect(await found(query)).toEqual(ids)
      })

      test('by a field that is not searched by is a mistake', async () => {
        const careless: Collection<Shirt> = { name: shirts.name, searchedBy: ['gender'] }
        await expect(store.find(careless, { anyOf: { priceCents: [1] } })).rejects.toThrow('priceCents')
        await expect(store.find(careless, { allOf: { colors: ['Red'] } })).rejects.toThrow('colors')
        await expect(store.find(careless, { sortBy: { field: 'priceCents' } })).rejects.toThrow('priceCents')
      })

      test('finds by a field from the moment it is searched by', async () => {
        const before: Collection<Shirt> = { name: shirts.name, searchedBy: [] }
        expect((await store.find(before)).documents).toHaveLength(4)
        expect(await found({ anyOf: { gender: ['Kids'], colors: ['Green'] } })).toEqual(['d'])
        await store.commit([step('1', '2', shirt('d', { gender: 'Men', colors: ['Green', 'Black'] }))])
        expect(await found({ anyOf: { colors: ['Black'] }, allOf: { colors: ['Green'] } })).toEqual(['d'])
        expect(await found({ anyOf: { colors: ['Navy'] } })).toEqual(['a'])
      })
    })

    describe('a page', () => {
      const many = Array.from({ length: 95 }, (_, n) =>
        shirt(`s${String(n).padStart(3, '0')}`, { priceCents: n % 7, colors: n % 2 ? ['Odd'] : ['Even', 'Odd'] }),
      )
      const pages = async (query: Query<Shirt>) => {
        const all: string[][] = []
        for (let after: string | undefined, more = true; more; more = after !== undefined) {
          const page = await store.find(shirts, { ...query, ...(after !== undefined && { after }) })
          all.push(page.documents.map(({ _id }) => _id))
          after = page.next
        }
        return all
      }
      beforeEach(() => store.commit([step(START, '1', ...many)]))

      test.each<[string, Query<Shirt>]>([
        ['by id', {}],
        ['by id downwards', { sortBy: { field: '_id', descending: true } }],
        ['by a field with many ties', { sortBy: { field: 'priceCents' } }],
        ['downwards', { sortBy: { field: 'priceCents', descending: true } }],
        ['of what a list filters', { anyOf: { colors: ['Even'] }, sortBy: { field: 'priceCents' } }],
        ['of a rare few', { anyOf: { priceCents: [3] }, sortBy: { field: 'name', descending: true } }],
      ])('follows the last until none is left: %s', async (_, query) => {
        const all = (await pages(query)).flat()
        const paged = await pages({ ...query, limit: 10 })
        expect(paged.flat()).toEqual(all)
        expect(paged.slice(0, -1).every((page) => page.length === 10)).toBe(true)
        expect(new Set(all).size).toBe(all.length)
      })

      test('that is exactly full has no next when nothing follows', async () => {
        expect((await store.find(shirts, { limit: 95 })).next).toBeUndefined()
        expect((await store.find(shirts, { limit: 94 })).next).toBeDefined()
      })

      test('holds what was written behind it, and not again what moved before it', async () => {
        const sortBy = { field: 'priceCents' } as const
        const first = await store.find(shirts, { sortBy, limit: 50 })
        await store.commit([step('1', '2', shirt('new', { priceCents: 99 }), shirt('s094', { priceCents: 0 }))])
        const rest = await store.find(shirts, { sortBy, after: first.next! })
        expect(rest.documents.at(-1)?._id).toBe('new')
        expect(rest.documents).toHaveLength(
          many.length + 1 - 50 - (first.documents.some(({ _id }) => _id === 's094') ? 0 : 1),
        )
      })

      test('behind a cursor that is none, or of another sort, is refused', async () => {
        const { next = '' } = await store.find(shirts, { limit: 1 })
        for (const after of [
          '',
          'x',
          'bnVsbA',
          next.slice(1),
          `${next}x`.repeat(3),
          Buffer.from('[1,2]').toString('base64url'),
        ])
          await expect(store.find(shirts, { after, limit: 1 }), after).rejects.toMatchObject({
            code: 'VALIDATION_FAILED',
          })
        const otherSort = store.find(shirts, { after: next, sortBy: { field: 'name' } })
        await expect(otherSort).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
      })
    })

    describe('a replacement', () => {
      const fresh = Array.from({ length: 1234 }, (_, n) => shirt(`new-${n}`, { gender: 'Men', priceCents: n }))

      test('puts new documents in the place of old ones, with their checkpoint', async () => {
        await store.commit([step(START, '1', shirt('a'), shirt('b'))])
        await store.replace(shirts, fresh, '7')
        expect(await store.get(shirts, 'a')).toBeUndefined()
        expect(await store.checkpoint(shirts.name)).toBe('7')
        expect(await found()).toHaveLength(fresh.length)
        expect(await found({ between: { priceCents: { from: 1230 } } })).toHaveLength(4)
        await store.commit([step('7', '8', shirt('new-3', { gender: 'Kids' }))])
        expect(await found({ anyOf: { gender: ['Kids'] } })).toEqual(['new-3'])
      })

      test('makes a collection where none was, of whatever can be iterated', async () => {
        function* oneByOne() {
          yield* fresh
        }
        await store.replace(shirts, oneByOne(), '7')
        expect(await found({ anyOf: { colors: ['Navy'] } })).toHaveLength(fresh.length)
      })

      test('is seen whole or not at all, while the old goes on', async () => {
        await store.commit([step(START, '1', shirt('a'))])
        let done = false
        const replacing = store.replace(shirts, fresh, '7').then(() => {
          done = true
        })
        const seen = new Set<number>()
        for (let n = 1; !done; n++) {
          seen.add((await found()).length)
          if (n === 2) await store.commit([step('1', '2', shirt('a2'))])
          await new Promise((resolve) => setImmediate(resolve))
        }
        await replacing
        seen.add((await found()).length)
        expect([...seen].filter((count) => ![1, 2, fresh.length].includes(count))).toEqual([])
        expect(await store.checkpoint(shirts.name)).toBe('7')
      })

      test('that fails half way leaves the old as it is', async () => {
        await store.commit([step(START, '1', shirt('a'))])
        function* breaking() {
          yield* fresh
          throw new Error('the log ended')
        }
        await expect(store.replace(shirts, breaking(), '7')).rejects.toThrow('the log ended')
        expect(await found()).toEqual(['a'])
        expect(await store.checkpoint(shirts.name)).toBe('1')
      })
    })

    test('listeners are told of commits and replacements once they are readable, until they stop', async () => {
      const told: (readonly Step[])[] = []
      const readable: Promise<string | undefined>[] = []
      const stop = store.onCommit((steps) => {
        told.push(steps)
        readable.push(store.checkpoint(shirts.name))
      })
      const steps = [step(START, '1', shirt('a'))]
      await store.commit(steps)
      await store.replace(shirts, [shirt('b')], '2')
      await expect(store.commit([step('9', '10')])).rejects.toThrow()
      stop()
      await store.commit([step('2', '3')])
      expect(told).toEqual([steps, [{ projection: shirts.name, from: '1', to: '2', writes: [] }]])
      expect(await Promise.all(readable)).toEqual(['1', '2'])
    })
  })
}
