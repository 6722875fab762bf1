import { snapshotStoreContract } from '@shop/stores/snapshot-store/contract/snapshot-store-contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasMongod, type MongoServer, startMongo } from '../../test-support/mongo-server.ts'
import { openMongoSnapshotStore } from './mongodb-snapshot-store.ts'

describe.runIf(hasMongod)('on a real server', () => {
  let server: MongoServer
  beforeAll(async () => {
    server = await startMongo()
  })
  afterAll(() => server.remove())

  snapshotStoreContract('MongoDB', async () => ({
    open: () => openMongoSnapshotStore(server.url('folded')),
    remove: async () => {},
  }))

  test('commands and their coverage go together when a collection is dropped', async () => {
    const store = await openMongoSnapshotStore(server.url('dropped'))
    const end = { position: '', begunAt: '', recordedAt: '', endedAt: '', state: {} }
    const snapshot = { stream: 'stock-a', fold: 'stock@1', version: 9, eventId: 'e9', ...end }
    await store.keep(snapshot, { from: 0, since: '', handled: [{ id: 'a', version: 9, digest: undefined }] })
    await server.inDatabase('dropped', (db) => db.dropCollection('commands'))
    expect(await store.lookUp('stock-a', 'a')).toEqual({ command: undefined, coverage: undefined })
    await store.close()
  })
})
