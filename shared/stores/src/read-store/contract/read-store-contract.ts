import type { Collection, Document } from '@shop/language/collection'
import { START } from '@shop/language/events/event'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Checkpoint } from '../checkpoint.ts'
import type { ProjectionName, Step } from '../read-store.ts'
import { stepOf } from '../step-of.ts'
import { failureContract } from './failures.ts'
import { pageContract, queryContract } from './queries.ts'
import { createShelf, type DocumentStorage, replaceDocuments, shirt } from './shelf.ts'
import { replacementContract, stageContract } from './stages.ts'

const newName = (): ProjectionName => `others-${crypto.randomUUID()}@1`

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
      await shelf.store.commit(step('1', '2', shirt('b', { gender: 'Men' })))
      await shelf.store.commit(step('2', '3', shirt('c')))
      expect(await shelf.store.checkpoint(shelf.shirts.name)).toEqual({ position: '3' })
      expect(await shelf.store.get(shelf.shirts, 'b')).toEqual(shirt('b', { gender: 'Men' }))
      expect(await found({ anyOf: { gender: ['Women'] } })).toEqual(['a', 'c'])
    })

    test('an undefined document is removed', async () => {
      await put(shirt('a'), shirt('b'))
      const removals = ['a', 'z'].map((id) => ({ id, document: undefined }))
      await shelf.store.commit(stepOf(shelf.shirts.name, '1', '2', removals))
      expect(await found()).toEqual(['b'])
      expect(await found({ anyOf: { colors: ['Navy'] } })).toEqual(['b'])
    })

    test('a step is refused as a whole when one of its projections is not at the start position of the step', async () => {
      await put(shirt('a'))
      const other = newName()
      for (const from of [START, '2']) {
        const both = { ...step(from, '3', shirt('b')), projections: [other, shelf.shirts.name] }
        await expect(shelf.store.commit(both)).rejects.toThrow()
      }
      expect(await found()).toEqual(['a'])
      expect(await shelf.store.checkpoint(shelf.shirts.name)).toEqual({ position: '1' })
      expect(await shelf.store.checkpoint(other)).toBeUndefined()
    })

    test('projections at one position move together; a projection that leaves keeps its position until it joins again', async () => {
      const [one, two] = [newName(), newName()]
      const move = (projections: readonly ProjectionName[], from: string, to: string) =>
        shelf.store.commit({ projections, from, to, writes: {} })
      const positions = async () => {
        const all = await shelf.store.checkpoints()
        return [shelf.shirts.name, one, two].map((name) => all.get(name)?.position)
      }
      await move([shelf.shirts.name, one, two], START, '1')
      await move([shelf.shirts.name, one, two], '1', '2')
      expect(await positions()).toEqual(['2', '2', '2'])
      await move([one], '2', '2')
      await shelf.store.commit({ ...step('2', '4', shirt('a')), projections: [two, shelf.shirts.name] })
      expect(await positions()).toEqual(['4', '2', '4'])
      await expect(move([shelf.shirts.name, one, two], '4', '5')).rejects.toThrow()
      await shelf.reopen()
      await replaceDocuments(shelf.store, { name: two, searchedBy: [] }, [], '3')
      expect(await positions()).toEqual(['4', '2', '3'])
      await move([one], '2', '4')
      await move([two], '3', '4')
      await move([one, shelf.shirts.name, two], '4', '5')
      expect(await positions()).toEqual(['5', '5', '5'])
      expect(await found()).toEqual(['a'])
    })

    test('documents of several collections are found by their ids and by values in declared fields', async () => {
      await put(shirt('a', { gender: 'Men' }), shirt('b'), shirt('c', { sold: true }), shirt('d', { gender: 'Unisex' }))
      const others: ProjectionName = `others-${crypto.randomUUID()}@1`
      const step = stepOf(others, START, '1', [{ id: 'a', document: shirt('a', { name: 'Other' }) }])
      await shelf.store.commit(step)
      const from = shelf.shirts as unknown as Collection<Document>
      const found = await shelf.store.readAll([
        { from, ids: ['b', 'none'], anyOf: { gender: ['Men', 'Unisex', 'Boys'], sold: [true] } },
        { from: { ...from, name: others }, ids: ['a'] },
        { from: { name: 'never-built@1', searchedBy: [] }, ids: ['a'] },
        { from, anyOf: { gender: ['Women'] } },
      ])
      expect(found.map((documents) => documents.map(({ _id }) => _id).toSorted())).toEqual([
        ['a', 'b', 'c', 'd'],
        ['a'],
        [],
        ['b', 'c'],
      ])
      expect(found[1]).toEqual([shirt('a', { name: 'Other' })])
      await expect(shelf.store.readAll([{ from, anyOf: { size: ['M'] } }])).rejects.toThrow('is not searched by size')
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
      expect(await found({ startWith: { colors: ['Red'] } })).toEqual(['a'])
    })

    test('listeners get commits and replacements once they are readable, until they unsubscribe', async () => {
      const steps: Step[] = []
      const readable: Promise<Checkpoint | undefined>[] = []
      const stop = shelf.store.onCommit((step) => {
        steps.push(step)
        readable.push(shelf.store.checkpoint(shelf.shirts.name))
      })
      const first = step(START, '1', shirt('a'))
      await shelf.store.commit(first)
      await replaceDocuments(shelf.store, shelf.shirts, [shirt('b')], '2')
      await expect(shelf.store.commit(step('9', '10'))).rejects.toThrow()
      stop()
      await shelf.store.commit(step('2', '3'))
      expect(steps).toEqual([first, stepOf(shelf.shirts.name, START, '2', [], {})])
      expect(await Promise.all(readable)).toEqual([{ position: '1' }, { position: '2' }])
    })

    test('a position is an opaque text and returned unchanged', async () => {
      const [first, second] = ['f1.00000000000000000042', '0a.00000000000000000007']
      await shelf.store.commit(step(START, first, shirt('a')))
      expect(await shelf.store.checkpoint(shelf.shirts.name)).toEqual({ position: first })
      await replaceDocuments(shelf.store, shelf.shirts, [shirt('b')], second)
      expect(await shelf.store.checkpoint(shelf.shirts.name)).toEqual({ position: second })
      await shelf.store.commit(step(second, '0a.00000000000000000008', shirt('b', { gender: 'Men' })))
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
