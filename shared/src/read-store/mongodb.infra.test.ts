import { afterAll, beforeAll, describe } from 'vitest'
import { hasMongod, type MongoServer, startMongo } from '../../test-support/mongo-server.ts'
import { readStoreContract } from './contract.ts'
import { openMongoReadStore } from './mongodb.ts'

describe.runIf(hasMongod)('on a real server', () => {
  let server: MongoServer
  beforeAll(async () => {
    server = await startMongo()
  })
  afterAll(() => server.remove())

  readStoreContract('MongoDB', async () => ({
    open: () => openMongoReadStore(server.url('contract')),
    remove: async () => {},
  }))
})
