import type { Collection } from '@shop/language/collection'
import { START } from '@shop/language/events/event'
import { replaceDocuments, type Shirt, shirt } from '@shop/stores/read-store/contract/shelf'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import { stepOf } from '@shop/stores/read-store/step-of'
import { MongoClient } from 'mongodb'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hasMongod, type MongoServer, startMongo } from '../../test-support/mongo-server.ts'
import { createLeases } from './leases.ts'
import { openMongoReadStore } from './mongodb-read-store.ts'
import { checkpointsOf } from './stored-checkpoints.ts'

/** Enough time for a holder on a busy machine. The lease is renewed every two seconds. */
const LEASE_MS = 6_000
const SHORT_LEASE_MS = 600

describe.runIf(hasMongod)('the lease of a projection in MongoDB', () => {
  let server: MongoServer
  let [one, two]: ReadStore[] = []
  let shirts: Collection<Shirt>
  beforeAll(async () => {
    server = await startMongo()
  })
  afterAll(() => server.remove())
  beforeEach(async () => {
    shirts = { name: `shirts-${crypto.randomUUID()}@1`, searchedBy: ['gender'] }
    one = await openMongoReadStore(server.url(), { leaseMs: LEASE_MS })
    two = await openMongoReadStore(server.url(), { leaseMs: LEASE_MS })
  })
  afterEach(async () => {
    await one?.close()
    await two?.close()
  })
  const stores = () => [one!, two!] as const
  const step = (from: string, to: string, ...documents: Shirt[]) =>
    stepOf(
      shirts.name,
      from,
      to,
      documents.map((document) => ({ id: document._id, document })),
    )

  /** The time until which the lease lasts, by the server's clock. */
  const lastsUntil = () =>
    server.inDatabase('selvedge', async (db) => {
      const found = await db
        .collection<{ _id: string; lease: { until: Date } }>('checkpoints')
        .findOne({ _id: shirts.name })
      return found?.lease.until.getTime() ?? 0
    })
  async function renewed() {
    const before = await lastsUntil()
    await expect.poll(lastsUntil).toBeGreaterThan(before)
  }

  test('keeps a collection of another release while that release runs', async () => {
    const [one, two] = stores()
    const lease = await one.lease(shirts.name)
    await one.commit(step(START, '1', shirt('a')))
    const drop = () => two.dropFormer((name) => name === shirts.name, new AbortController().signal)
    expect(await drop()).toBe(false)
    expect(await one.checkpoint(shirts.name)).toEqual({ position: '1' })
    await lease?.release()
    expect(await drop()).toBe(true)
    expect((await one.find(shirts)).documents).toEqual([])
  })

  test('belongs to one store until that store ends', async () => {
    const [one, two] = stores()
    expect(await one.lease(shirts.name)).toBeDefined()
    await renewed()
    expect(await two.lease(shirts.name)).toBeUndefined()
    await one.commit(step(START, '1'))
    await expect(two.commit(step('1', '2'))).rejects.toThrow('Are two shops running?')
    await expect(replaceDocuments(two, shirts, [], '2')).rejects.toThrow('Are two shops running?')
    expect(await two.checkpoint(shirts.name)).toEqual({ position: '1' })
  })

  test('is granted to one of many concurrent requests', async () => {
    const more = await Promise.all(Array.from({ length: 6 }, () => openMongoReadStore(server.url())))
    const leases = await Promise.all(more.map((store) => store.lease(shirts.name)))
    expect(leases.filter((lease) => lease !== undefined)).toHaveLength(1)
    await Promise.all(more.map((store) => store.close()))
  })

  test('is free at once when it is released or its store is closed', async () => {
    const [one, two] = stores()
    const lease = await one.lease(shirts.name)
    await lease?.release()
    const next = await two.lease(shirts.name)
    expect(next).toBeDefined()
    await two.close()
    expect(await one.lease(shirts.name)).toBeDefined()
  })

  test('expires when its holder hangs, and a late commit of that holder is refused', async () => {
    const [one, two] = stores()
    const lease = await one.lease(shirts.name)
    await one.commit(step(START, '1', shirt('a')))
    // Makes it look as if the holder had hung for longer than the lease, and another store had taken the lease.
    const runOut = { $set: { 'lease.until': new Date(0) } }
    const takenOver = async () => {
      await server.inDatabase('selvedge', (db) =>
        db.collection<{ _id: string }>('checkpoints').updateOne({ _id: shirts.name }, runOut),
      )
      return two.lease(shirts.name)
    }
    await expect.poll(takenOver).toBeDefined()
    await expect(one.commit(step('1', '2', shirt('late')))).rejects.toThrow('Are two shops running?')
    await expect(replaceDocuments(one, shirts, [shirt('late')], '2')).rejects.toThrow('Are two shops running?')
    await two.commit(step('1', '2', shirt('b')))
    expect((await two.find(shirts)).documents.map(({ _id }) => _id)).toEqual(['a', 'b'])
    await expect.poll(() => lease?.lost.aborted).toBe(true)
  })

  test('is in the list of held leases until it is released or lost', async () => {
    const client = await new MongoClient(server.url()).connect()
    const { take, releaseAll } = createLeases({ client, db: client.db('selvedge') }, LEASE_MS)
    const { signal } = new AbortController()
    const [lost, released] = [await take('lost@1', signal), await take('released@1', signal)]
    await released?.release()
    await server.inDatabase('selvedge', (db) => db.dropCollection('checkpoints'))
    await expect.poll(() => lost?.lost.aborted).toBe(true)
    expect(await releaseAll()).toHaveLength(0)
    await client.close()
  })

  test('is free again if the caller gave up while the server granted it', async () => {
    const client = await new MongoClient(server.url(), { monitorCommands: true }).connect()
    const { take, releaseAll } = createLeases({ client, db: client.db('selvedge') }, LEASE_MS)
    const caller = new AbortController()
    // The server has granted the lease when the store clears the former holder.
    client.on('commandStarted', ({ commandName, command }) => {
      if (commandName === 'update' && command.update === 'positions') caller.abort()
    })
    expect(await take(shirts.name, caller.signal)).toBeUndefined()
    expect(caller.signal.aborted).toBe(true)
    expect(await two!.lease(shirts.name)).toBeDefined()
    await releaseAll()
    await client.close()
  })

  test('is renewed together with all other leases of its store, but may be lost alone', async () => {
    const client = await new MongoClient(server.url(), { monitorCommands: true }).connect()
    const db = client.db('selvedge')
    const { take, releaseAll } = createLeases({ client, db }, LEASE_MS)
    const names = Array.from({ length: 10 }, () => `many-${crypto.randomUUID()}@1`)
    const { signal } = new AbortController()
    const leases = await Promise.all(names.map((name) => take(name, signal)))
    const [taken] = names
    const renewedTogether: number[] = []
    client.on('commandStarted', ({ commandName, command }) => {
      if (commandName === 'update') renewedTogether.push(command.updates[0].q.$or?.length ?? 1)
    })
    const untilOf = async () => {
      const found = await checkpointsOf(db)
        .find({ _id: { $in: names } })
        .toArray()
      return found.map(({ lease }) => lease?.until.getTime() ?? 0)
    }
    const before = await untilOf()
    await expect.poll(async () => (await untilOf()).every((until, n) => until > before[n]!)).toBe(true)
    // On a busy machine the ten leases may be taken at different times. Then some renewals are separate.
    expect(Math.max(...renewedTogether)).toBeGreaterThan(1)
    await server.inDatabase('selvedge', async (other) => {
      await checkpointsOf(other).updateOne({ _id: taken! }, { $set: { 'lease.owner': 'another' } })
    })
    await expect.poll(() => leases.map((lease) => lease?.lost.aborted)).toEqual(names.map((name) => name === taken))
    await releaseAll()
    await client.close()
  })

  test('cannot be released by its old holder when another store has taken it', async () => {
    const [one, two] = stores()
    const first = await one.lease(shirts.name)
    await first?.release()
    expect(await two.lease(shirts.name)).toBeDefined()
    await first?.release()
    expect(await one.lease(shirts.name)).toBeUndefined()
  })

  test('expires by itself if it was granted after its request was aborted', async () => {
    const [, two] = stores()
    const short = await openMongoReadStore(server.url(), { leaseMs: SHORT_LEASE_MS })
    await short.checkpoint(shirts.name)
    server.signal('SIGSTOP')
    const asked = short.lease(shirts.name)
    await expect(asked).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    server.signal('SIGCONT')
    await expect.poll(() => two.lease(shirts.name).catch(() => undefined)).toBeDefined()
    await short.close()
  })

  describe('while a transaction with its checkpoint was left open', () => {
    /** Leaves a transaction open. The server keeps it open for longer than the test takes. */
    const leftOpenBy = async (appName: string) => {
      await server.inDatabase('admin', (db) => db.command({ setParameter: 1, transactionLifetimeLimitSeconds: 3600 }))
      const client = await new MongoClient(server.url(), { appName }).connect()
      const session = client.startSession()
      session.startTransaction()
      const checkpoints = checkpointsOf(client.db('selvedge'))
      await checkpoints.updateOne({ _id: shirts.name }, { $set: { position: '2' } }, { session })
      return client
    }
    const workedOn = () =>
      server.inDatabase('admin', async (db) => {
        const all = await db.aggregate([{ $currentOp: {} }, { $match: { ns: 'selvedge.checkpoints' } }]).toArray()
        return all.length
      })

    test('is taken over from a worker that was killed in the middle of a commit', async () => {
      const [, two] = stores()
      const dead = await openMongoReadStore(server.url(), { leaseMs: SHORT_LEASE_MS })
      expect(await dead.lease(shirts.name)).toBeDefined()
      await dead.commit(step(START, '1', shirt('a')))
      const left = await leftOpenBy('selvedge read models')
      await expect.poll(() => two.lease(shirts.name).catch(() => undefined)).toBeDefined()
      await two.commit(step('1', '2', shirt('b')))
      expect((await two.find(shirts)).documents.map(({ _id }) => _id)).toEqual(['a', 'b'])
      await left.close()
      await dead.close()
    })

    test('may be requested repeatedly, and no request keeps running in the server', async () => {
      const [, two] = stores()
      const lease = await two.lease(shirts.name)
      await lease?.release()
      const left = await leftOpenBy('somebody else')
      for (let tries = 0; tries < 3; tries += 1)
        await expect(two.lease(shirts.name)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
      await expect.poll(workedOn).toBe(0)
      await left.close()
    })
  })

  test('is lost when the database is dropped', async () => {
    const [one] = stores()
    const lease = await one.lease(shirts.name)
    await server.inDatabase('selvedge', (db) => db.dropDatabase())
    await expect.poll(() => lease?.lost.aborted).toBe(true)
    expect(await one.lease(shirts.name)).toBeDefined()
    expect(await one.checkpoint(shirts.name)).toBeUndefined()
  })

  describe('in the middle of a rebuild', () => {
    async function rebuildAndMeanwhile(meanwhile: () => Promise<unknown>) {
      const [one] = stores()
      let happened: Promise<unknown> | undefined
      function* documents() {
        for (let n = 0; n < 20_000; n += 1) {
          if (n === 1_500) happened = meanwhile()
          yield shirt(`s${n}`)
        }
      }
      await expect(replaceDocuments(one, shirts, documents(), '5')).rejects.toThrow('Are two shops running?')
      await happened
      expect(await one.checkpoint(shirts.name)).toBeUndefined()
      expect((await one.find(shirts)).documents).toEqual([])
    }

    test('if the same store takes a lease again, the stage of its old lease cannot go live', async () => {
      const [one] = stores()
      const lease = await one.lease(shirts.name)
      await rebuildAndMeanwhile(async () => {
        await lease?.release()
        expect(await one.lease(shirts.name)).toBeDefined()
      })
    })

    test('a lease that was lost with its checkpoint, as in a dropped database, is not created again by the rebuild', async () => {
      const [one] = stores()
      await one.lease(shirts.name)
      await rebuildAndMeanwhile(() =>
        server.inDatabase('selvedge', (db) =>
          db.collection<{ _id: string }>('checkpoints').deleteOne({ _id: shirts.name }),
        ),
      )
    })
  })
})
