import type { Collection, Document } from '@shop/language/collection'
import { START } from '@shop/language/events/event'
import { readStoreContract } from '@shop/stores/read-store/contract/read-store-contract'
import { replaceDocuments, type Shirt, shirt } from '@shop/stores/read-store/contract/shelf'
import type { ReadStore, Step } from '@shop/stores/read-store/read-store'
import { stepOf } from '@shop/stores/read-store/step-of'
import type { Db } from 'mongodb'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hasMongod, type MongoServer, startMongo } from '../../test-support/mongo-server.ts'
import { openMongoCheckpoints } from './checkpoints.ts'
import { openMongoReadStore } from './mongodb-read-store.ts'

describe.runIf(hasMongod)('on a real server', () => {
  let server: MongoServer
  beforeAll(async () => {
    server = await startMongo()
  })
  afterAll(() => server.remove())

  readStoreContract('MongoDB', async () => ({
    open: () => openMongoReadStore(server.url('contract')),
    beside: () => openMongoCheckpoints(server.url('contract')),
    lose: (name) => server.inDatabase('contract', async (db) => void (await db.collection(name).drop())),
    remove: async () => {},
  }))

  describe('read models in MongoDB', () => {
    let shirts: Collection<Shirt>
    let opened: ReadStore[]
    beforeEach(() => {
      shirts = { name: `shirts-${crypto.randomUUID()}@1`, searchedBy: ['gender'], lists: ['colors'] }
      opened = []
    })
    afterEach(() => Promise.all(opened.map((store) => store.close())))
    const open = async () => {
      const store = await openMongoReadStore(server.url())
      opened.push(store)
      return store
    }
    const step = (from: string, to: string, ...documents: Document[]) =>
      stepOf(
        shirts.name,
        from,
        to,
        documents.map((document) => ({ id: document._id, document })),
      )
    const inDatabase = <T>(work: (db: Db) => Promise<T>) => server.inDatabase('selvedge', work)
    const changeCheckpoint = (change: object) =>
      inDatabase((db) =>
        db.collection<{ _id: string }>('checkpoints').updateOne({ _id: shirts.name }, { $set: change }),
      )
    const changePosition = (change: object) =>
      inDatabase((db) => db.collection<{ _id: string }>('positions').updateOne({ _id: shirts.name }, { $set: change }))
    const indexNames = () =>
      inDatabase(async (db) => (await db.collection(shirts.name).indexes()).map(({ name }) => name))
    const namesBeside = async () =>
      (await inDatabase((db) => db.listCollections().toArray())).flatMap(({ name }) =>
        name.startsWith(`${shirts.name}+`) ? [name] : [],
      )

    const manyNames = () => Array.from({ length: 12 }, () => `shirts-${crypto.randomUUID()}@1` as const)
    const togetherFrom = (projections: Step['projections'], from: string, to: string): Step => ({
      projections,
      from,
      to,
      writes: {},
    })

    test.each(['with leases', 'without leases'])(
      'projections move in one update, %s, and none moves if one of them cannot',
      async (leases) => {
        const [store, other] = [await open(), await open()]
        const names = manyNames()
        if (leases === 'with leases') await Promise.all(names.map((name) => store.lease(name)))
        await store.commit(togetherFrom(names, START, '1'))
        const updates = async () => (await inDatabase((db) => db.admin().serverStatus())).opcounters.update
        const before = await updates()
        await store.commit(togetherFrom(names, '1', '2'))
        // Renewals of leases are also counted as updates, so this is checked only without leases.
        if (leases === 'without leases') expect((await updates()) - before).toBe(1)
        const own = (name: string) => ({ _id: name })
        await inDatabase((db) =>
          db.collection<{ _id: string }>('checkpoints').updateOne(own(names[7]!), { $set: { 'lease.owner': 'x' } }),
        )
        await expect(other.commit(togetherFrom(names, '2', '3'))).rejects.toThrow('Are two shops running?')
        const positions = await Promise.all(names.map(async (name) => (await store.checkpoint(name))?.position))
        expect(new Set(positions)).toEqual(new Set(['2']))
      },
    )

    test('if a store has lost the lease of one projection, it moves none of the projections that it moved together', async () => {
      const [one, two] = [await open(), await open()]
      const names = manyNames()
      const leases = await Promise.all(names.map((name) => one.lease(name)))
      await one.commit(togetherFrom(names, START, '1'))
      await leases[3]?.release()
      expect(await two.lease(names[3]!)).toBeDefined()
      await expect(one.commit(togetherFrom(names, '1', '2'))).rejects.toThrow('Are two shops running?')
      await two.commit(togetherFrom([names[3]!], '1', '2'))
      await one.commit(togetherFrom(names.toSpliced(3, 1), '1', '3'))
      const checkpoints = await two.checkpoints()
      const positions = names.map((name) => checkpoints.get(name)?.position)
      expect(positions.toSpliced(3, 1)).toEqual(names.slice(1).map(() => '3'))
      expect(positions[3]).toBe('2')
    })

    test('projections that the former version has stored continue from their own positions', async () => {
      const [orders, carts] = manyNames() as [Step['projections'][number], Step['projections'][number]]
      const event = { id: 'e1', type: 'OrderPlaced', position: '3', stream: 'order-1' }
      const halted = { event, error: 'no such thing', at: '2026-01-01T00:00:00.000Z' }
      await inDatabase((db) =>
        db.collection<{ _id: string }>('checkpoints').insertMany([
          { _id: orders, position: '2', halted, lease: { owner: null, number: 4, until: new Date(0) } },
          { _id: carts, position: '5' },
        ] as never[]),
      )
      const store = await open()
      expect(await store.checkpoint(orders)).toEqual({ position: '2', halted })
      expect((await store.checkpoints()).get(carts)).toEqual({ position: '5' })
      expect(await store.lease(orders)).toBeDefined()
      await store.commit(stepOf(orders, '2', '5', [], {}))
      await store.commit(togetherFrom([orders, carts], '5', '6'))
      expect(await store.checkpoint(orders)).toEqual({ position: '6' })
      expect(await store.checkpoint(carts)).toEqual({ position: '6' })
      await expect(store.commit(stepOf(carts, '5', '7'))).rejects.toThrow('Are two shops running?')
    })

    test('a server that is not a replica set is refused in one line', async () => {
      const standalone = await startMongo({ replicaSet: false })
      await expect(openMongoReadStore(standalone.url())).rejects.toThrow(
        /^MongoDB must run as a replica set; .*--replSet$/,
      )
      await standalone.remove()
    })

    test('another process gets the commits in order, with their documents', async () => {
      const [one, two] = [await open(), await open()]
      const steps: Step[] = []
      two.onCommit((step) => steps.push(step))
      await two.checkpoint(shirts.name)
      const removal = stepOf(shirts.name, '1', '2', [{ id: 'a', document: undefined }])
      await one.commit(step(START, '1', shirt('a'), shirt('b')))
      await one.commit(removal)
      await replaceDocuments(one, shirts, [shirt('c')], '3')
      await one.commit(step('3', '4', shirt('c', { gender: 'Men' })))
      await expect.poll(() => steps).toHaveLength(4)
      expect(steps).toEqual([
        step(START, '1', shirt('a'), shirt('b')),
        removal,
        stepOf(shirts.name, START, '3', [], {}),
        step('3', '4', shirt('c', { gender: 'Men' })),
      ])
    })

    test('a step of several projections is announced as one step', async () => {
      const [one, two] = [await open(), await open()]
      const steps: Step[] = []
      two.onCommit((step) => steps.push(step))
      await two.checkpoint(shirts.name)
      const other = `others-${crypto.randomUUID()}@1` as const
      const { writes } = step(START, '1', shirt('a'))
      const both = { projections: [other, shirts.name], from: START, to: '1', writes: { ...writes, [other]: [] } }
      await one.commit(both)
      await expect.poll(() => steps).toEqual([{ ...both, writes }])
    })

    test('an older document never overwrites a newer one, even after its checkpoint was restored', async () => {
      const store = await open()
      await store.commit(step(START, '1', shirt('a'), shirt('b')))
      await store.commit(step('1', '2', shirt('a', { gender: 'Men' })))
      await changePosition({ position: '1' })
      await store.commit(step('1', '2', shirt('a', { gender: 'Kids' }), shirt('c')))
      expect(await store.checkpoint(shirts.name)).toEqual({ position: '2' })
      expect((await store.find(shirts)).documents).toEqual([shirt('a', { gender: 'Men' }), shirt('b'), shirt('c')])
    })

    test.each(['before', 'after'])(
      'a swap that was interrupted %s its renaming is completed by the next read of the checkpoint',
      async (when) => {
        const store = await open()
        await store.commit(step(START, '1', shirt('old')))
        const staged = `${shirts.name}+cut-off`
        await inDatabase((db) =>
          db
            .collection<{ _id: string }>(staged)
            .insertOne({ _id: 'new', position: '5', document: shirt('new') } as never),
        )
        await changeCheckpoint({ replacing: { staged, to: '5' } })
        await changePosition({ holder: 'nobody' })
        if (when === 'after') await inDatabase((db) => db.renameCollection(staged, shirts.name, { dropTarget: true }))
        await expect(store.commit(step('1', '2', shirt('late')))).rejects.toThrow('Are two shops running?')
        const steps: Step[] = []
        const other = await open()
        other.onCommit((step) => steps.push(step))
        expect(await other.checkpoint(shirts.name)).toEqual({ position: '5' })
        expect((await store.find(shirts)).documents).toEqual([shirt('new')])
        await expect.poll(() => steps).toEqual([stepOf(shirts.name, START, '5', [], {})])
        await store.commit(step('5', '6', shirt('next')))
      },
    )

    test('the stage of an interrupted rebuild is removed when the next worker takes over', async () => {
      const store = await open()
      await inDatabase((db) => db.createCollection(`${shirts.name}+cut-off`))
      await store.lease(shirts.name)
      expect(await namesBeside()).toEqual([])
    })

    test('a rebuild that fails leaves nothing behind', async () => {
      const store = await open()
      function* breaking() {
        yield shirt('a')
        throw new Error('the log ended')
      }
      await expect(replaceDocuments(store, shirts, breaking(), '1')).rejects.toThrow('the log ended')
      expect(await namesBeside()).toEqual([])
    })

    test('each declared field has an index that ends in the id, and there is no other index', async () => {
      const store = await open()
      await replaceDocuments(store, shirts, [shirt('a')], '1')
      expect((await indexNames()).toSorted()).toEqual(['_id_', 'colors', 'gender'])
      const keys = await inDatabase((db) => db.collection(shirts.name).indexes())
      expect(keys.map(({ key }) => Object.keys(key))).toContainEqual(['document.colors', '_id'])
      const other: Collection<Shirt> = { name: shirts.name, searchedBy: ['name', 'gender'] }
      await store.find(other)
      await expect.poll(async () => (await indexNames()).toSorted()).toEqual(['_id_', 'gender', 'name'])
    })

    test('a field may have any name and any text as its value', async () => {
      const store = await open()
      const odd = { ...shirt('a:b/ü'), tones: { 'Navy.blue': '#$1', $where: 'x', __proto__: 1 } }
      await store.commit(step(START, '1', odd))
      expect(await store.get(shirts, 'a:b/ü')).toEqual(odd)
    })
  })
})
