import type { HandledCommand, Interval, Snapshot, SnapshotStore } from '@shop/stores/snapshot-store/snapshot-store'
import type { ClientSession, Collection } from 'mongodb'
import { openMongo, timed } from '../open-mongodb.ts'

const READ_MS = 500
const WRITE_MS = 5_000

type StoredSnapshot = Omit<Snapshot, 'state'> & { _id: string; state: string; newest: boolean }
/** Commands and coverage (see `Lookup`) are in one collection, so that they are lost only together. */
type StoredCommand = { _id: string; stream: string; version: number; digest?: string; endedAt: string }
type StoredCoverage = { _id: string; stream: string; since: string; to: number }

/** Snapshots have a separate database, because the command-service does not know the read models' database. */
export async function openMongoSnapshotStore(url: string): Promise<SnapshotStore> {
  const { client, db } = await openMongo(url, 'snapshots', 'selvedge-snapshots')
  const snapshots = db.collection<StoredSnapshot>('snapshots')
  const commands = db.collection<StoredCommand>('commands')
  const coverage = db.collection<StoredCoverage>('commands')
  await snapshots.createIndex({ stream: 1, fold: 1, version: -1 })
  await snapshots.createIndex({ endedAt: 1 }, { partialFilterExpression: { newest: false } })
  await snapshots.createIndex({ stream: 1, version: 1 }, { partialFilterExpression: { newest: true } })
  await commands.createIndex({ stream: 1 })
  await commands.createIndex({ endedAt: 1 })

  return {
    find: (stream, fold, upTo) =>
      timed('The snapshots', READ_MS, async (signal) => {
        const which = { stream, fold, ...(upTo !== undefined && { version: { $lte: upTo } }) }
        const found = await snapshots.findOne(which, { sort: { version: -1 }, signal, maxTimeMS: READ_MS })
        if (!found) return undefined
        const { _id, newest, state, ...snapshot } = found
        return { ...snapshot, state: JSON.parse(state) }
      }),

    keep: (snapshot, interval) =>
      timed('The snapshots', WRITE_MS, () =>
        client.withSession((session) =>
          session.withTransaction(async () => {
            await keepSnapshot(snapshots, snapshot, session)
            await keepCommands(commands, snapshot, interval, session)
            await cover(coverage, snapshot, interval, session)
          }),
        ),
      ),

    lookUp: (stream, commandId) =>
      timed('The snapshots', READ_MS, async (signal) => {
        const _id = { $in: [idOf(stream, commandId), idOf(stream)] }
        const found = await commands.find({ _id }, { signal, maxTimeMS: READ_MS }).toArray()
        const covered = found.find((one) => one._id === idOf(stream)) as StoredCoverage | undefined
        const command = found.find((one) => one._id !== idOf(stream))
        return {
          command: command && { id: commandId, version: command.version, digest: command.digest },
          coverage: covered && { since: covered.since, to: covered.to },
        }
      }),

    forget: (stream) =>
      timed('The snapshots', WRITE_MS, async () => {
        await snapshots.deleteMany({ stream })
        await commands.deleteMany({ stream })
      }),

    prune: (before, limit) =>
      timed('The snapshots', WRITE_MS, async () => {
        const endedAt = { $lt: before }
        const gone = await Promise.all([
          deleteSome(commands, { endedAt }, limit),
          deleteSome(snapshots, { endedAt, newest: false }, limit),
        ])
        return gone.reduce((sum, count) => sum + count, 0)
      }),

    close: () => client.close(),
  }
}

const idOf = (stream: string, commandId = '') => `${stream}/${commandId}`

async function keepSnapshot(snapshots: Collection<StoredSnapshot>, snapshot: Snapshot, session: ClientSession) {
  const { stream, fold, version } = snapshot
  const others = { stream, newest: true }
  await snapshots.updateMany({ ...others, version: { $lt: version } }, { $set: { newest: false } }, { session })
  const newest = (await snapshots.findOne({ ...others, version: { $gt: version } }, { session })) === null
  const stored = { ...snapshot, state: JSON.stringify(snapshot.state), newest }
  await snapshots.replaceOne({ _id: `${stream}/${fold}/${version}` }, stored, { upsert: true, session })
}

async function keepCommands(
  commands: Collection<StoredCommand>,
  { stream, endedAt }: Snapshot,
  { handled }: Interval,
  session: ClientSession,
) {
  const upsert = ({ id, version, digest }: HandledCommand) => ({
    updateOne: {
      filter: { _id: idOf(stream, id) },
      update: { $set: { stream, endedAt, ...(digest !== undefined && { digest }) }, $max: { version } },
      upsert: true,
    },
  })
  if (handled.length > 0) await commands.bulkWrite(handled.map(upsert), { session })
}

/** After a gap, a new coverage starts with the interval. */
async function cover(
  coverage: Collection<StoredCoverage>,
  { stream, version: to }: Snapshot,
  { from, since }: Interval,
  session: ClientSession,
) {
  const _id = idOf(stream)
  const before = await coverage.findOne({ _id }, { session })
  const follows = before !== null && before.to >= from - 1
  const after = { stream, since: follows ? before.since : since, to: Math.max(to, before?.to ?? to) }
  await coverage.updateOne({ _id }, { $set: after }, { upsert: true, session })
}

async function deleteSome<Document extends { _id: string }>(
  collection: Collection<Document>,
  which: Parameters<Collection<Document>['find']>[0],
  limit: number,
) {
  const some = await collection.find(which, { projection: { _id: 1 }, limit }).toArray()
  const ids = some.map(({ _id }) => _id) as Document['_id'][]
  return (await collection.deleteMany({ _id: { $in: ids } } as never)).deletedCount
}
