import { START } from '@shop/language/events/event'
import { describe, expect, test } from 'vitest'
import { replaceDocuments } from './replace-documents.ts'
import { type Shelf, shirt } from './shelf.ts'

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
