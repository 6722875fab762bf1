import { beforeEach, describe, expect, test } from 'vitest'
import type { Query } from '../read-store.ts'
import { type Shelf, type Shirt, shirt } from './shelf.ts'

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
