import { type ServerProcess, startServerProcess } from '@shop/stores/test-support/server-process'
import { isTested, mongod } from '@shop/stores/test-support/servers-at-hand'
import { type Db, MongoClient } from 'mongodb'

export const hasMongod = isTested(mongod)

export type MongoServer = ServerProcess & {
  url: (database?: string) => string
  /** Reads or changes a database directly, without any adapter. */
  inDatabase: <T>(database: string, work: (db: Db) => Promise<T>) => Promise<T>
}

/** Starts a `mongod`, by default as a replica set with one member. `failPoints` lets tests make it answer with errors. */
export async function startMongo({ replicaSet = true, failPoints = false } = {}): Promise<MongoServer> {
  if (!mongod) throw new Error('mongod is neither named in MONGOD nor on the PATH')
  const server = await startServerProcess({
    name: 'mongod',
    path: mongod,
    args: (port, folder) => [
      ...(replicaSet ? ['--replSet', 'rs0'] : []),
      ...(failPoints ? ['--setParameter', 'enableTestCommands=1'] : []),
      ...['--bind_ip', '127.0.0.1', '--port', String(port), '--dbpath', folder, '--nounixsocket'],
      ...['--wiredTigerCacheSizeGB', '0.5', '--setParameter', 'diagnosticDataCollectionEnabled=false'],
    ],
    isReady: (port) => isPrimary(port, replicaSet),
  })
  const url = (database = '') => `mongodb://127.0.0.1:${server.port}/${database}`
  return {
    ...server,
    url,
    async inDatabase(database, work) {
      const client = await new MongoClient(url()).connect()
      try {
        return await work(client.db(database))
      } finally {
        await client.close()
      }
    },
  }
}

async function isPrimary(port: number, replicaSet: boolean) {
  const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
    serverSelectionTimeoutMS: 500,
  })
  try {
    const admin = client.db('admin')
    const hello = await admin.command({ hello: 1 })
    if (replicaSet && !hello.setName) {
      const member = { _id: 0, host: `127.0.0.1:${port}` }
      await admin.command({ replSetInitiate: { _id: 'rs0', members: [member] } })
      return false
    }
    return hello.isWritablePrimary === true
  } finally {
    await client.close()
  }
}
