import { keyStoreContract } from '@shop/stores/key-store/contract/key-store-contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasMongod, type MongoServer, startMongo } from '../../test-support/mongo-server.ts'
import { openMongoReadStore } from '../read-store/mongodb-read-store.ts'
import { openMongoKeyStore } from './mongodb-key-store.ts'

describe.runIf(hasMongod)('on a real server', () => {
  let server: MongoServer
  beforeAll(async () => {
    server = await startMongo()
  })
  afterAll(() => server.remove())

  keyStoreContract('MongoDB', async () => ({
    open: () => openMongoKeyStore(server.url('people')),
    damage: (personId, key) =>
      server.inDatabase('people', async (db) => {
        await db.collection<{ _id: string }>('keys').updateOne({ _id: personId }, { $set: { key } })
      }),
    makeOld: () =>
      server.inDatabase('people', async (db) => {
        await db.collection('keys').updateMany({}, { $unset: { checksum: 1 } })
        await db.collection('belonging').deleteMany({})
      }),
    remove: async () => {},
  }))

  test('keys and read models cannot share a database, whichever of them is opened first', async () => {
    const readStore = await openMongoReadStore(server.url('first-read-models'))
    await expect(openMongoKeyStore(server.url('first-read-models'))).rejects.toThrow(
      'the database "first-read-models" holds read models, so it cannot hold keys',
    )
    await readStore.close()
    const keys = await openMongoKeyStore(server.url('first-keys'))
    await expect(openMongoReadStore(server.url('first-keys'))).rejects.toThrow('holds keys')
    await keys.close()
  })

  test('if the addresses name no database, keys and read models are in two different databases', async () => {
    const stores = [await openMongoReadStore(server.url()), await openMongoKeyStore(server.url())]
    await Promise.all(stores.map((store) => store.close()))
  })

  test('dropping the read models drops no key', async () => {
    const keys = await openMongoKeyStore(server.url())
    const key = await keys.keyFor('ada')
    const readStore = await openMongoReadStore(server.url())
    await server.inDatabase('selvedge', (db) => db.dropDatabase())
    expect(await keys.keyFor('ada')).toEqual(key)
    await Promise.all([keys.close(), readStore.close()])
  })

  test('a key destroyed by another process is announced, even after the server was away; a new key is not announced', async () => {
    const keys = await openMongoKeyStore(server.url('destroyed-keys'))
    const another = await openMongoKeyStore(server.url('destroyed-keys'))
    let notified = 0
    const expectNotified = () => expect.poll(() => notified)
    keys.onDestroyed(() => (notified += 1))
    // The first notification names no person: keys may have been destroyed before.
    await expectNotified().toBe(1)
    await another.keyFor('ada')
    await another.destroy('ada')
    await expectNotified().toBe(2)
    await another.keyFor('bob')
    await server.end()
    await server.start()
    await expect.poll(() => another.destroy('bob').catch(() => 'not yet')).toBeUndefined()
    await expectNotified().toBeGreaterThan(2)
    await Promise.all([keys.close(), another.close()])
  })

  test('only the id of a destroyed key’s owner stays in the database', async () => {
    const keys = await openMongoKeyStore(server.url())
    await keys.keyFor('bob')
    await keys.destroy('bob')
    await keys.close()
    const stored = await server.inDatabase('selvedge-keys', (db) =>
      db.collection<{ _id: string }>('keys').findOne({ _id: 'bob' }),
    )
    expect(stored).toEqual({ _id: 'bob', key: null })
  })
})
