import type { Collection } from '@shop/language/collection'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Conditions, Query } from '../read-store.ts'
import { type Shelf, type Shirt, shirt } from './shelf.ts'

export function queryContract(shelf: Shelf) {
  const { step, found, put } = shelf

  describe('a query', () => {
    beforeEach(() =>
      put(
        shirt('a', { gender: 'Men', priceCents: 3000, colors: ['Navy', 'Red'], brand: 'Ode' }),
        shirt('b', { gender: 'Women', priceCents: 2000, colors: ['Red'], sold: true }),
        shirt('c', { gender: 'Women', priceCents: 2000, colors: [] }),
        shirt('d', { gender: 'Kids', priceCents: 1000, colors: ['Navy', 'Green', 'Red'], name: 'O\'Neill "x" $' }),
      ),
    )

    test.each<[string, Query<Shirt>, string[]]>([
      ['finds everything, sorted by id, without conditions', {}, ['a', 'b', 'c', 'd']],
      ['finds a field that is one of some values', { anyOf: { gender: ['Men', 'Kids'] } }, ['a', 'd']],
      ['finds a number', { anyOf: { priceCents: [2000] } }, ['b', 'c']],
      ['finds a boolean', { anyOf: { sold: [true] } }, ['b']],
      ['finds a missing value as null', { anyOf: { brand: [null] } }, ['b', 'c', 'd']],
      ['finds a missing value or another value', { anyOf: { brand: [null, 'Ode'] } }, ['a', 'b', 'c', 'd']],
      ['finds nothing if no values are allowed', { anyOf: { gender: [] } }, []],
      ['finds a text with quotation marks and other signs', { anyOf: { name: ['O\'Neill "x" $'] } }, ['d']],
      ['finds a list that contains one of some values', { anyOf: { colors: ['Navy', 'Green'] } }, ['a', 'd']],
      ['finds a list that has a text with each of some starts', { startWith: { colors: ['R', 'Navy'] } }, ['a', 'd']],
      ['finds a text only by its start', { startWith: { colors: ['avy'] } }, []],
      ['finds a list once if several of its texts have the start', { startWith: { colors: [''] } }, ['a', 'b', 'd']],
      ['finds everything if no starts are required', { startWith: { colors: [] } }, ['a', 'b', 'c', 'd']],
      ['finds a range, including both ends', { between: { priceCents: { from: 2000, to: 3000 } } }, ['a', 'b', 'c']],
      ['finds an open range', { between: { priceCents: { to: 1999 } } }, ['d']],
      ['leaves missing values out of a range', { between: { brand: { to: 'Z' } }, sortBy: { field: 'brand' } }, ['a']],
      ['finds a range of text', { between: { gender: { from: 'L', to: 'N' } } }, ['a']],
      [
        'combines all its conditions',
        { anyOf: { gender: ['Women', 'Men'], colors: ['Red'] }, between: { priceCents: { to: 2500 } } },
        ['b'],
      ],
      ['sorts, with ties by id', { sortBy: { field: 'priceCents' } }, ['d', 'b', 'c', 'a']],
      [
        'sorts descending, with ties by id descending',
        { sortBy: { field: 'priceCents', descending: true } },
        ['a', 'c', 'b', 'd'],
      ],
      ['sorts by id downwards', { sortBy: { field: '_id', descending: true } }, ['d', 'c', 'b', 'a']],
      [
        'sorts the documents that it filters',
        { anyOf: { colors: ['Red', 'Navy'] }, sortBy: { field: 'priceCents' } },
        ['d', 'b', 'a'],
      ],
    ])('%s', async (_, query, ids) => {
      expect(await found(query)).toEqual(ids)
    })

    test('counts what it finds, up to the given limit', async () => {
      const count = (query: Conditions<Shirt>, most = 100) => shelf.store.count(shelf.shirts, query, most)
      expect(await count({})).toBe(4)
      expect(await count({ anyOf: { gender: ['Women', 'Kids'] } })).toBe(3)
      expect(
        await count({ anyOf: { gender: ['Women'], colors: ['Red'] }, between: { priceCents: { to: 2500 } } }),
      ).toBe(1)
      expect(await count({ anyOf: { colors: ['Navy', 'Red'] } })).toBe(3)
      expect(await count({ anyOf: { gender: [] } })).toBe(0)
      expect(await count({}, 3)).toBe(3)
      expect(await count({ anyOf: { colors: ['Red'] } }, 2)).toBe(2)
    })

    test('throws for a field that is not declared', async () => {
      const careless: Collection<Shirt> = { name: shelf.shirts.name, searchedBy: ['gender'] }
      await expect(shelf.store.find(careless, { anyOf: { priceCents: [1] } })).rejects.toThrow('priceCents')
      await expect(shelf.store.count(careless, { anyOf: { priceCents: [1] } }, 1)).rejects.toThrow('priceCents')
      await expect(shelf.store.find(careless, { startWith: { colors: ['Red'] } })).rejects.toThrow('colors')
      await expect(shelf.store.find(careless, { sortBy: { field: 'priceCents' } })).rejects.toThrow('priceCents')
    })

    test('can search a field as soon as it is declared', async () => {
      const before: Collection<Shirt> = { name: shelf.shirts.name, searchedBy: [] }
      expect((await shelf.store.find(before)).documents).toHaveLength(4)
      expect(await found({ anyOf: { gender: ['Kids'], colors: ['Green'] } })).toEqual(['d'])
      await shelf.store.commit(step('1', '2', shirt('d', { gender: 'Men', colors: ['Green', 'Black'] })))
      expect(await found({ anyOf: { colors: ['Black'] }, startWith: { colors: ['Gre'] } })).toEqual(['d'])
      expect(await found({ anyOf: { colors: ['Navy'] } })).toEqual(['a'])
    })
  })
}

export function pageContract(shelf: Shelf) {
  const { step, put } = shelf

  describe('a page', () => {
    const many = Array.from({ length: 95 }, (_, n) =>
      shirt(`s${String(n).padStart(3, '0')}`, { priceCents: n % 7, colors: n % 2 ? ['Odd'] : ['Even', 'Odd'] }),
    )
    const pages = async (query: Query<Shirt>) => {
      const all: string[][] = []
      for (let after: string | undefined, more = true; more; more = after !== undefined) {
        const page = await shelf.store.find(shelf.shirts, { ...query, ...(after !== undefined && { after }) })
        all.push(page.documents.map(({ _id }) => _id))
        after = page.next
      }
      return all
    }
    beforeEach(() => put(...many))

    test.each<[string, Query<Shirt>]>([
      ['by id', {}],
      ['by id downwards', { sortBy: { field: '_id', descending: true } }],
      ['by a field with many ties', { sortBy: { field: 'priceCents' } }],
      ['downwards', { sortBy: { field: 'priceCents', descending: true } }],
      ['of documents that a list field filters', { anyOf: { colors: ['Even'] }, sortBy: { field: 'priceCents' } }],
      ['of a few rare documents', { anyOf: { priceCents: [3] }, sortBy: { field: 'name', descending: true } }],
    ])('follows the previous page until no document is left: %s', async (_, query) => {
      const all = (await pages(query)).flat()
      const paged = await pages({ ...query, limit: 10 })
      expect(paged.flat()).toEqual(all)
      expect(paged.slice(0, -1).every((page) => page.length === 10)).toBe(true)
      expect(new Set(all).size).toBe(all.length)
    })

    test('that is exactly full has no next page when nothing follows', async () => {
      expect((await shelf.store.find(shelf.shirts, { limit: 95 })).next).toBeUndefined()
      expect((await shelf.store.find(shelf.shirts, { limit: 94 })).next).toBeDefined()
    })

    test('includes documents that are inserted behind its cursor, but not documents that move in front of it', async () => {
      const sortBy = { field: 'priceCents' } as const
      const first = await shelf.store.find(shelf.shirts, { sortBy, limit: 50 })
      await shelf.store.commit(step('1', '2', shirt('new', { priceCents: 99 }), shirt('s094', { priceCents: 0 })))
      const rest = await shelf.store.find(shelf.shirts, { sortBy, after: first.next! })
      expect(rest.documents.at(-1)?._id).toBe('new')
      expect(rest.documents).toHaveLength(
        many.length + 1 - 50 - (first.documents.some(({ _id }) => _id === 's094') ? 0 : 1),
      )
    })

    test('after a malformed cursor, or after a cursor of another sort, is refused', async () => {
      const { next = '' } = await shelf.store.find(shelf.shirts, { limit: 1 })
      for (const after of [
        '',
        'x',
        'bnVsbA',
        next.slice(1),
        `${next}x`.repeat(3),
        Buffer.from('[1,2]').toString('base64url'),
      ])
        await expect(shelf.store.find(shelf.shirts, { after, limit: 1 }), after).rejects.toMatchObject({
          code: 'VALIDATION_FAILED',
        })
      const otherSort = shelf.store.find(shelf.shirts, { after: next, sortBy: { field: 'name' } })
      await expect(otherSort).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
    })
  })
}
