import { snapshotOf, snapshotStoreContract } from '@shop/stores/snapshot-store/contract/snapshot-store-contract'
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

  test('if a collection is dropped, the commands and their coverage are lost together', async () => {
    const store = await openMongoSnapshotStore(server.url('dropped'))
    await store.keep(snapshotOf('stock-a', 9), {
      from: 0,
      since: '',
      handled: [{ id: 'a', version: 9, digest: undefined }],
    })
    await server.inDatabase('dropped', (db) => db.dropCollection('commands'))
    expect(await store.lookUp('stock-a', 'a')).toEqual({ command: undefined, coverage: undefined })
    await store.close()
  })

  test('a snapshot is stored without reading the older snapshots of its stream', async () => {
    const store = await openMongoSnapshotStore(server.url('busy'))
    const keep = (version: number) =>
      store.keep(snapshotOf('stock-a', version), { from: version, since: '', handled: [] })
    for (let version = 0; version < 50; version++) await keep(version)
    await server.inDatabase('busy', (db) => db.setProfilingLevel('all'))
    await keep(50)
    const done = await server.inDatabase('busy', (db) =>
      db.collection('system.profile').find({ ns: 'busy.snapshots' }).toArray(),
    )
    expect(done.length).toBeGreaterThan(2)
    expect(Math.max(...done.map(({ keysExamined = 0 }) => keysExamined))).toBeLessThanOrEqual(2)
    await store.close()
  })
})
