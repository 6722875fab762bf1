import { ShopError, StoreUnavailable } from '@shop/language/errors'
import { Late, within } from '@shop/stores/time-limit'
import { type Db, MongoClient, MongoError, MongoNetworkError, MongoServerError, MongoSystemError } from 'mongodb'

const OPEN_WITHIN_MS = 5_000

export type Mongo = Readonly<{ client: MongoClient; db: Db }>

/**
 * The server must be a replica set, because other servers have no transactions and no change streams. One member is enough. Marks the
 * database with the kind of store, and refuses a database with another mark.
 */
export async function openMongo(
  url: string,
  holds: 'read models' | 'keys' | 'snapshots',
  database: string,
): Promise<Mongo> {
  const client = new MongoClient(url, {
    appName: `selvedge ${holds}`,
    writeConcern: { w: 'majority', journal: true },
    readConcern: { level: 'majority' },
    ignoreUndefined: true,
    serverSelectionTimeoutMS: 2_000,
    // If the server hangs, a call fails after the sum of `connectTimeoutMS` and `heartbeatFrequencyMS`.
    connectTimeoutMS: 2_000,
    heartbeatFrequencyMS: 1_000,
    // In the mode `stream`, each client would check the server on two connections.
    serverMonitoringMode: 'poll',
    socketTimeoutMS: 30_000,
  })
  // For an address without a database, the driver would use "test".
  const db = client.db(new URL(url.replace(/,[^/]*/, '')).pathname.slice(1) || database)
  try {
    await within(OPEN_WITHIN_MS, async () => {
      const hello = await db.admin().command({ hello: 1 })
      if (!hello.setName && hello.msg !== 'isdbgrid')
        throw new Error('MongoDB must run as a replica set; one member is enough. Start it with mongod --replSet')
      await mark(db, holds)
    })
    return { client, db }
  } catch (error) {
    await client.close()
    throw error
  }
}

async function mark(db: Db, holds: string) {
  const marks = db.collection<{ _id: string; holds: string }>('selvedge')
  const found = await untilFirst(() =>
    marks.findOneAndUpdate({ _id: 'database' }, { $setOnInsert: { holds } }, { upsert: true, returnDocument: 'after' }),
  )
  if (found?.holds !== holds)
    throw new Error(`the database "${db.databaseName}" holds ${found?.holds}, so it cannot hold ${holds}`)
}

/** Repeats an upsert that has failed because a concurrent upsert inserted the same new document. */
export async function untilFirst<T>(upsert: () => Promise<T>): Promise<T> {
  try {
    return await upsert()
  } catch (error) {
    if (!isMongoError(error, 'DuplicateKey')) throw error
    return upsert()
  }
}

/** Error codes of MongoDB, from its source (error_codes.yml). */
const codes = {
  NamespaceNotFound: 26,
  CursorNotFound: 43,
  MaxTimeMSExpired: 50,
  QueryPlanKilled: 175,
  InvalidResumeToken: 260,
  ChangeStreamFatalError: 280,
  ChangeStreamHistoryLost: 286,
  DuplicateKey: 11000,
  BackgroundOperationInProgressForNamespace: 12587,
} as const

export const isMongoError = (error: unknown, ...names: readonly (keyof typeof codes)[]) =>
  error instanceof MongoServerError && names.some((name) => error.code === codes[name])

/** Throws StoreUnavailable if the server or the connection fails. */
export async function timed<T>(what: string, ms: number, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  try {
    return await within(ms, call)
  } catch (cause) {
    if (cause instanceof ShopError || !isUnavailable(cause)) throw cause
    throw new StoreUnavailable(`${what} cannot be reached`, { cause })
  }
}

const isUnavailable = (error: unknown) =>
  error instanceof Late ||
  error instanceof MongoNetworkError ||
  error instanceof MongoSystemError ||
  // The driver does not wrap the error of a write to a connection that the server has just closed.
  (error as NodeJS.ErrnoException | undefined)?.code === 'EPIPE' ||
  isMongoError(error, 'MaxTimeMSExpired') ||
  (error instanceof MongoError && RETRYABLE.some((label) => error.hasErrorLabel(label)))
const RETRYABLE = ['RetryableReadError', 'RetryableWriteError', 'TransientTransactionError']
