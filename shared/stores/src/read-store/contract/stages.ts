import type { Collection, Document } from '@shop/language/collection'
import { START } from '@shop/language/events/event'
import { describe, expect, test } from 'vitest'
import type { Stage } from '../read-store.ts'
import { type Shelf, type Shirt, shirt } from './shelf.ts'

export function stageContract(shelf: Shelf) {
  const { step, found, put } = shelf
  const open = () => shelf.store.stage(shelf.shirts)
  const writes = (...documents: readonly Document[]) => documents.map((document) => ({ id: document._id, document }))
  const idsOf = (documents: readonly Document[]) => documents.map(({ _id }) => _id).toSorted()

  describe('a stage', () => {
    test('is empty and at the start of the log', async () => {
      const stage = await open()
      expect(stage.position()).toBe(START)
      expect(await stage.read({ ids: ['a'] })).toEqual([])
      expect(await stage.read({ anyOf: { gender: ['Men'] } })).toEqual([])
    })

    test('can be read by its owner only, until it goes live', async () => {
      await put(shirt('old'))
      const stage = await open()
      await stage.write(writes(shirt('a'), shirt('b')), '4')
      await stage.write([{ id: 'b', document: undefined }, ...writes(shirt('c', { gender: 'Men' }))], '5')
      expect(idsOf(await stage.read({ ids: ['a', 'b', 'c', 'c', 'none'] }))).toEqual(['a', 'c'])
      expect(idsOf(await stage.documentsAfter('', 9))).toEqual(['a', 'c'])
      expect(idsOf(await stage.documentsAfter('', 1))).toEqual(['a'])
      expect(idsOf(await stage.documentsAfter('a', 9))).toEqual(['c'])
      expect(idsOf(await shelf.store.documentsAfter(shelf.shirts.name, '', 9))).toEqual(['old'])
      expect(await found()).toEqual(['old'])
      await shelf.store.commit(step('1', '2', shirt('newer')))
      expect(await found()).toEqual(['newer', 'old'])
      await stage.goLive()
      expect(await found()).toEqual(['a', 'c'])
      expect(await found({ anyOf: { gender: ['Men'] } })).toEqual(['c'])
      expect(await found({ startWith: { colors: ['Navy'] } })).toEqual(['a', 'c'])
      expect(await shelf.store.checkpoint(shelf.shirts.name)).toEqual({ position: '5' })
      await shelf.store.commit(step('5', '6', shirt('c', { colors: ['Red'] })))
      expect(await found({ startWith: { colors: ['Navy'] } })).toEqual(['a'])
    })

    test('finds documents by their current value in a declared field', async () => {
      const stage = await open()
      await stage.write(writes(shirt('a', { gender: 'Men' }), shirt('b'), shirt('c', { sold: true })), '1')
      expect(idsOf(await stage.read({ anyOf: { gender: ['Women'] } }))).toEqual(['b', 'c'])
      await stage.write(writes(shirt('b', { gender: 'Men' }), shirt('d')), '2')
      expect(idsOf(await stage.read({ anyOf: { gender: ['Women'] } }))).toEqual(['c', 'd'])
      expect(idsOf(await stage.read({ anyOf: { sold: [true] } }))).toEqual(['c'])
      await expect(stage.read({ anyOf: { size: ['M'] } })).rejects.toThrow('is not searched by size')
    })

    test('accepts documents that are marked as new, even if they are not new', async () => {
      const stage = await open()
      await stage.write(writes(shirt('a'), shirt('b')), '1')
      const again = writes(shirt('a', { gender: 'Men' }), shirt('c'), shirt('d')).map((one) => ({
        ...one,
        isNew: true,
      }))
      await stage.write([...again, { id: 'b', document: undefined, isNew: true }], '2')
      expect(await stage.read({ ids: ['a', 'b'] })).toEqual([shirt('a', { gender: 'Men' })])
      await stage.goLive()
      expect(await found()).toEqual(['a', 'c', 'd'])
    })

    test.each<[string, (stage: Stage) => Promise<unknown>]>([
      ['filled', async () => {}],
      ['searched by a field', (stage) => stage.read({ anyOf: { gender: ['Men'] } })],
    ])('that an ended process has left can be continued: %s', async (_, before) => {
      const first = await open()
      await first.write(writes(shirt('a'), shirt('b', { gender: 'Men' })), '4')
      await before(first)
      await shelf.reopen()
      const next = await open()
      expect(next.position()).toBe('4')
      expect(idsOf(await next.read({ anyOf: { gender: ['Men'] } }))).toEqual(['b'])
      await next.write(writes(shirt('b'), shirt('c')), '5')
      await next.goLive()
      expect(await found({ anyOf: { gender: ['Women'] } })).toEqual(['a', 'b', 'c'])
      expect(await shelf.store.checkpoint(shelf.shirts.name)).toEqual({ position: '5' })
    })

    test('is known with its position to every open store, until it goes live or is dropped', async () => {
      const { name } = shelf.shirts
      expect(await shelf.store.staged(name)).toBeUndefined()
      const stage = await open()
      expect(await shelf.store.staged(name)).toBe(START)
      await stage.write(writes(shirt('a')), '4')
      expect(await shelf.store.staged(name)).toBe('4')
      await shelf.reopen()
      expect(await shelf.store.staged(name)).toBe('4')
      await (await open()).goLive()
      expect(await shelf.store.staged(name)).toBeUndefined()
      await (await open()).drop()
      expect(await shelf.store.staged(name)).toBeUndefined()
    })

    test('that was made for other fields is started again', async () => {
      await (await open()).write(writes(shirt('a')), '4')
      await shelf.reopen()
      const fewer: Collection<Shirt> = { name: shelf.shirts.name, searchedBy: ['gender'] }
      const stage = await shelf.store.stage(fewer)
      expect(stage.position()).toBe(START)
      expect(await stage.read({ ids: ['a'] })).toEqual([])
      await stage.write(writes(shirt('b')), '4')
      await stage.goLive()
      expect((await shelf.store.find(fewer)).documents).toEqual([shirt('b')])
    })

    test('that was dropped leaves the old documents unchanged, and the next stage is empty', async () => {
      await put(shirt('old'))
      const stage = await open()
      await stage.write(writes(shirt('a')), '4')
      await stage.drop()
      expect(await found()).toEqual(['old'])
      expect((await open()).position()).toBe(START)
    })
  })
}
