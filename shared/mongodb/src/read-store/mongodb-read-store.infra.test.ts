import { START } from '@shop/language/events/event'
import type { Collection, Document } from '@shop/language/read-models/collection'
import { readStoreContract } from '@shop/stores/read-store/contract/read-store-contract'
import { type Shirt, shirt } from '@shop/stores/read-store/contract/shelf'
import type { ReadStore, Step } from '@shop/stores/read-store/read-store'
import { replaceDocuments } from '@shop/stores/read-store/replace-documents'
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
    const step = (from: string, to: string, ...documents: Document[]): Step => ({
      projection: shirts.name,
      from,
      to,
      writes: documents.map((document) => ({ id: document._id, document })),
    })
    const inDatabase = <T>(work: (db: Db) => Promise<T>) => server.inDatabase('selvedge', work)
    const changeCheckpoint = (change: object) =>
      inDatabase((db) =>
        db.collection<{ _id: string }>('checkpoints').updateOne({ _id: shirts.name }, { $set: change }),
      )
    const indexNames = () =>
      inDatabase(async (db) => (await db.collection(shirts.name).indexes()).map(({ name }) => name))
    const namesBeside = async () =>
      (await inDatabase((db) => db.listCollections().toArray())).flatMap(({ name }) =>
        name.startsWith(`${shirts.name}+`) ? [name] : [],
      )

    test('projections that move alike move in one update, with leases or without, and none if one of them cannot', async () => {
      const store = await open()
      const names = Array.from({ length: 12 }, () => `shirts-${crypto.randomUUID()}@1` as const)
      const moves = (from: string, to: string): Step[] =>
        names.map((projection, n) => ({
          projection,
          from,
          to,
          writes: [],
          ...(n === 0 && { leftOut: { count: 1, newest: [] } }),
        }))
      const positions = () => Promise.all(names.map(async (name) => (await store.checkpoint(name))?.position))
      const updates = () =>
        inDatabase(async (db) => Number((await db.admin().command({ serverStatus: 1 })).opcounters.update))
      await store.commit(moves(START, '1'))
      const before = await updates()
      await store.commit(moves('1', '2'))
      // One for all but the first, which has left something out; one for that; one for the record of the commit.
      expect((await updates()) - before).toBe(3)
      expect(await positions()).toEqual(names.map(() => '2'))

      for (const name of names) await store.lease(name)
      await store.commit(moves('2', '3'))
      expect(await positions()).toEqual(names.map(() => '3'))
      await inDatabase((db) =>
        db.collection<{ _id: string }>('checkpoints').updateOne({ _id: names[7]! }, { $set: { 'lease.owner': 'x' } }),
      )
      await expect(store.commit(moves('3', '4'))).rejects.toThrow('is it running twice')
      expect(await positions()).toEqual(names.map(() => '3'))
    })

    test('a server that is not a replica set is refused in one line', async () => {
      const standalone = await startMongo({ replicaSet: false })
      await expect(openMongoReadStore(standalone.url())).rejects.toThrow(
        /^MongoDB must run as a replica set .*--replSet$/,
      )
      await standalone.remove()
    })

    test('another process gets commits in order, with their documents', async () => {
      const [one, two] = [await open(), await open()]
      const told: Step[] = []
      two.onCommit((steps) => told.push(...steps))
      await two.checkpoint(shirts.name)
      const removal: Step = { ...step('1', '2'), writes: [{ id: 'a', document: undefined }] }
      await one.commit([step(START, '1', shirt('a'), shirt('b'))])
      await one.commit([removal])
      await replaceDocuments(one, shirts, [shirt('c')], '3')
      await one.commit([step('3', '4', shirt('c', { gender: 'Men' }))])
      await expect.poll(() => told).toHaveLength(4)
      expect(told).toEqual([
        step(START, '1', shirt('a'), shirt('b')),
        removal,
        step(START, '3'),
        step('3', '4', shirt('c', { gender: 'Men' })),
      ])
    })

    test('steps of one commit are announced together', async () => {
      const [one, two] = [await open(), await open()]
      const told: (readonly Step[])[] = []
      two.onCommit((steps) => told.push(steps))
      await two.checkpoint(shirts.name)
      const other: Step = { ...step(START, '1', shirt('o')), projection: `others-${crypto.randomUUID()}@1` }
      await one.commit([step(START, '1', shirt('a')), other])
      await expect.poll(() => told).toEqual([[step(START, '1', shirt('a')), other]])
    })

    test('a document is never overwritten by an older one, even after its checkpoint was restored', async () => {
      const store = await open()
      await store.commit([step(START, '1', shirt('a'), shirt('b'))])
      await store.commit([step('1', '2', shirt('a', { gender: 'Men' }))])
      await changeCheckpoint({ position: '1' })
      await store.commit([step('1', '2', shirt('a', { gender: 'Kids' }), shirt('c'))])
      expect(await store.checkpoint(shirts.name)).toEqual({ position: '2' })
      expect((await store.find(shirts)).documents).toEqual([shirt('a', { gender: 'Men' }), shirt('b'), shirt('c')])
    })

    test.each(['before', 'after'])(
      'a swap that was interrupted %s its renaming is completed by the next read of the checkpoint',
      async (when) => {
        const store = await open()
        await store.commit([step(START, '1', shirt('old'))])
        const staged = `${shirts.name}+cut-off`
        await inDatabase((db) =>
          db
            .collection<{ _id: string }>(staged)
            .insertOne({ _id: 'new', position: '5', document: shirt('new') } as never),
        )
        await changeCheckpoint({ replacing: { staged, to: '5' } })
        if (when === 'after') await inDatabase((db) => db.renameCollection(staged, shirts.name, { dropTarget: true }))
        await expect(store.commit([step('1', '2', shirt('late'))])).rejects.toThrow('is it running twice')
        const told: Step[] = []
        const other = await open()
        other.onCommit((steps) => told.push(...steps))
        expect(await other.checkpoint(shirts.name)).toEqual({ position: '5' })
        expect((await store.find(shirts)).documents).toEqual([shirt('new')])
        await expect.poll(() => told).toEqual([step(START, '5')])
        await store.commit([step('5', '6', shirt('next'))])
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

    test('there is an index for each declared field, ending in the id, and no other', async () => {
      const store = await open()
      await replaceDocuments(store, shirts, [shirt('a')], '1')
      expect((await indexNames()).toSorted()).toEqual(['_id_', 'colors', 'gender'])
      const keys = await inDatabase((db) => db.collection(shirts.name).indexes())
      expect(keys.map(({ key }) => Object.keys(key))).toContainEqual(['document.colors', '_id'])
      const other: Collection<Shirt> = { name: shirts.name, searchedBy: ['name', 'gender'] }
      await store.find(other)
      await expect.poll(async () => (await indexNames()).toSorted()).toEqual(['_id_', 'gender', 'name'])
    })

    test('a field may have any name and any text', async () => {
      const store = await open()
      const odd = { ...shirt('a:b/ü'), tones: { 'Navy.blue': '#$1', $where: 'x', __proto__: 1 } }
      await store.commit([step(START, '1', odd)])
      expect(await store.get(shirts, 'a:b/ü')).toEqual(odd)
    })
  })
})
