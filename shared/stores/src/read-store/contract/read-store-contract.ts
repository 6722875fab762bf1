import { START } from '@shop/language/events/event'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Checkpoint } from '../checkpoint.ts'
import type { Step } from '../read-store.ts'
import { replaceDocuments } from '../replace-documents.ts'
import { failureContract } from './failures.ts'
import { pageContract } from './pages.ts'
import { queryContract } from './queries.ts'
import { replacementContract } from './replacements.ts'
import { createShelf, type DocumentStorage, shirt } from './shelf.ts'
import { stageContract } from './stages.ts'

/** What every read store must do. Each adapter's test file calls this with storage of its own. */
export function readStoreContract(name: string, newStorage: () => Promise<DocumentStorage>) {
  describe(`${name} as a read store`, () => {
    const shelf = createShelf()
    const { step, found, put } = shelf
    beforeAll(async () => shelf.open(await newStorage()))
    beforeEach(() => shelf.clear())
    afterAll(async () => {
      await shelf.store.close()
      await shelf.storage.remove()
    })

    test('a collection that was never built is empty, and has no checkpoint', async () => {
      expect(await shelf.store.get(shelf.shirts, 'a')).toBeUndefined()
      expect(await found()).toEqual([])
      expect(await shelf.store.checkpoint(shelf.shirts.name)).toBeUndefined()
    })

    test('documents and checkpoint move together', async () => {
      await put(shirt('a'), shirt('b'))
      await shelf.store.commit([step('1', '2', shirt('b', { gender: 'Men' })), step('2', '3', shirt('c'))])
      expect(await shelf.store.checkpoint(shelf.shirts.name)).toEqual({ position: '3' })
      expect(await shelf.store.get(shelf.shirts, 'b')).toEqual(shirt('b', { gender: 'Men' }))
      expect(await found({ anyOf: { gender: ['Women'] } })).toEqual(['a', 'c'])
    })

    test('an undefined document is removed', async () => {
      await put(shirt('a'), shirt('b'))
      await shelf.store.commit([
        {
          projection: shelf.shirts.name,
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

    test('a step that does not start at its checkpoint is refused, with all steps of the commit', async () => {
      await put(shirt('a'))
      const other = { ...step(START, '1', shirt('o')), projection: `others-${crypto.randomUUID()}@1` as const }
      for (const from of [START, '2'])
        await expect(shelf.store.commit([other, step(from, '3', shirt('b'))])).rejects.toThrow()
      expect(await found()).toEqual(['a'])
      expect(await shelf.store.checkpoint(shelf.shirts.name)).toEqual({ position: '1' })
      expect(await shelf.store.checkpoint(other.projection)).toBeUndefined()
    })

    test('existing documents are read by id', async () => {
      await put(shirt('a'), shirt('b'), shirt('c'))
      const some = await shelf.store.getMany(shelf.shirts, ['c', 'a', 'a', 'none'])
      expect([...some.keys()].toSorted()).toEqual(['a', 'c'])
      expect(some.get('c')).toEqual(shirt('c'))
      expect(await shelf.store.getMany(shelf.shirts, [])).toEqual(new Map())
    })

    test('commits survive reopening', async () => {
      await put(shirt('a', { colors: ['Red'] }))
      await shelf.reopen()
      expect(await shelf.store.checkpoint(shelf.shirts.name)).toEqual({ position: '1' })
      expect(await found({ allOf: { colors: ['Red'] } })).toEqual(['a'])
    })

    test('listeners get commits and replacements once they are readable, until they stop', async () => {
      const told: (readonly Step[])[] = []
      const readable: Promise<Checkpoint | undefined>[] = []
      const stop = shelf.store.onCommit((steps) => {
        told.push(steps)
        readable.push(shelf.store.checkpoint(shelf.shirts.name))
      })
      const steps = [step(START, '1', shirt('a'))]
      await shelf.store.commit(steps)
      await replaceDocuments(shelf.store, shelf.shirts, [shirt('b')], '2')
      await expect(shelf.store.commit([step('9', '10')])).rejects.toThrow()
      stop()
      await shelf.store.commit([step('2', '3')])
      expect(told).toEqual([steps, [{ projection: shelf.shirts.name, from: START, to: '2', writes: [] }]])
      expect(await Promise.all(readable)).toEqual([{ position: '1' }, { position: '2' }])
    })

    test('a position is an opaque text and returned unchanged', async () => {
      const [first, second] = ['f1.00000000000000000042', '0a.00000000000000000007']
      await shelf.store.commit([step(START, first, shirt('a'))])
      expect(await shelf.store.checkpoint(shelf.shirts.name)).toEqual({ position: first })
      await replaceDocuments(shelf.store, shelf.shirts, [shirt('b')], second)
      expect(await shelf.store.checkpoint(shelf.shirts.name)).toEqual({ position: second })
      await shelf.store.commit([step(second, '0a.00000000000000000008', shirt('b', { gender: 'Men' }))])
      expect(await found({ anyOf: { gender: ['Men'] } })).toEqual(['b'])
    })

    test('the holder of a projection’s lease may move it', async () => {
      const lease = await shelf.store.lease(shelf.shirts.name)
      await put(shirt('a'))
      await replaceDocuments(shelf.store, shelf.shirts, [shirt('b')], '2')
      expect(lease?.lost.aborted).toBe(false)
      await lease?.release()
      expect(await shelf.store.lease(shelf.shirts.name)).toBeDefined()
      expect(await found()).toEqual(['b'])
    })

    failureContract(shelf)
    queryContract(shelf)
    pageContract(shelf)
    replacementContract(shelf)
    stageContract(shelf)
  })
}
