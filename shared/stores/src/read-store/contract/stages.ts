import type { Collection, Document } from '@shop/language/collection'
import { START } from '@shop/language/events/event'
import { describe, expect, test } from 'vitest'
import type { Stage } from '../read-store.ts'
import { replaceDocuments, type Shelf, type Shirt, shirt } from './shelf.ts'

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

export function replacementContract(shelf: Shelf) {
  const { step, found, put } = shelf

  test('former collections are dropped with their stages and checkpoints, and can be built again', async () => {
    const { shirts: former } = shelf
    await put(...Array.from({ length: 2_500 }, (_, n) => shirt(`old-${n}`)))
    await (await shelf.store.stage(former)).write([{ id: 's', document: shirt('s') }], '9')
    shelf.clear()
    await put(shirt('a'))
    await shelf.store.commit({ ...step('1', '2'), projections: [former.name, shelf.shirts.name] })
    const drop = () => shelf.store.dropFormer((name) => name === former.name, new AbortController().signal)
    expect([await drop(), await drop()]).toEqual([true, true])
    expect(await shelf.store.checkpoint(former.name)).toBeUndefined()
    expect(await shelf.store.staged(former.name)).toBeUndefined()
    expect((await shelf.store.find(former)).documents).toEqual([])
    expect([await shelf.store.checkpoint(shelf.shirts.name), await found()]).toEqual([{ position: '2' }, ['a']])
    await replaceDocuments(shelf.store, former, [shirt('b')], '3')
    await shelf.reopen()
    expect((await shelf.store.find(former, { anyOf: { colors: ['Navy'] } })).documents).toEqual([shirt('b')])
  })

  describe('a replacement', () => {
    const fresh = Array.from({ length: 1234 }, (_, n) => shirt(`new-${n}`, { gender: 'Men', priceCents: n }))

    test('replaces the old documents by new documents, with their checkpoint', async () => {
      await put(shirt('a'), shirt('b'))
      await replaceDocuments(shelf.store, shelf.shirts, fresh, '7')
      expect(await shelf.store.get(shelf.shirts, 'a')).toBeUndefined()
      expect(await shelf.store.checkpoint(shelf.shirts.name)).toEqual({ position: '7' })
      expect(await found()).toHaveLength(fresh.length)
      expect(await found({ between: { priceCents: { from: 1230 } } })).toHaveLength(4)
      await shelf.store.commit(step('7', '8', shirt('new-3', { gender: 'Kids' })))
      expect(await found({ anyOf: { gender: ['Kids'] } })).toEqual(['new-3'])
    })

    test('creates a collection that did not exist, from any iterable', async () => {
      function* oneByOne() {
        yield* fresh
      }
      await replaceDocuments(shelf.store, shelf.shirts, oneByOne(), '7')
      expect(await found({ anyOf: { colors: ['Navy'] } })).toHaveLength(fresh.length)
    })

    test('of an empty log can be continued', async () => {
      await replaceDocuments(shelf.store, shelf.shirts, [], START)
      await shelf.store.commit(step(START, '1', shirt('a')))
      expect(await found()).toEqual(['a'])
    })

    test('is visible completely or not at all, while the old collection is used', async () => {
      await put(shirt('a'))
      let done = false
      const replacing = replaceDocuments(shelf.store, shelf.shirts, fresh, '7').then(() => {
        done = true
      })
      const seen = new Set<number>()
      for (let n = 1; !done; n++) {
        seen.add((await found()).length)
        if (n === 2) await shelf.store.commit(step('1', '2', shirt('a2')))
        await new Promise((resolve) => setImmediate(resolve))
      }
      await replacing
      seen.add((await found()).length)
      expect([...seen].filter((count) => ![1, 2, fresh.length].includes(count))).toEqual([])
      expect(await shelf.store.checkpoint(shelf.shirts.name)).toEqual({ position: '7' })
    })

    test('that fails leaves the old documents as they are', async () => {
      await put(shirt('a'))
      function* breaking() {
        yield* fresh
        throw new Error('the log ended')
      }
      await expect(replaceDocuments(shelf.store, shelf.shirts, breaking(), '7')).rejects.toThrow('the log ended')
      expect(await found()).toEqual(['a'])
      expect(await shelf.store.checkpoint(shelf.shirts.name)).toEqual({ position: '1' })
    })
  })
}
