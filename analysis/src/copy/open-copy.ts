import { hash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import type { Recorded } from '@shop/language/events/event'
import type { EventReader } from '@shop/stores/event-store/event-store'
import { lockForWriting } from '@shop/stores/writer-lock'
import { createEventCopier } from '../pseudonyms/copied-event.ts'
import { createPseudonyms } from '../pseudonyms/pseudonyms.ts'
import { allTables, tablesDigest } from '../tables/all-tables.ts'
import { type Contents, openContents, type Row } from './copy-contents.ts'
import type { Reached } from './follow-log.ts'
import { createFollowing } from './following.ts'
import { openKept } from './kept-contents.ts'

/** The number of events in a segment of the lowest level. */
const SEGMENT = 10_000
/** The copy commits this often. After a kill, only the events since the last commit must be added again. */
const COMMIT_EVERY_MS = 1_000
/** Settings for making and merging segments. One thread always writes rows in the same order, and leaves the other cores to the shop. */
const DUCKDB = { threads: '1', memory_limit: '192MB' }

type Options = Readonly<{
  folder: string
  /** The log as it is stored: sealed fields stay sealed, and old events are not upcast. */
  store: EventReader
  /** The key of the pseudonyms. */
  key: Buffer
  segment?: number
  /** Called with the events that were read, as they are stored. `caughtUp`: the log has no later events. */
  onRead?: (events: readonly Recorded[], caughtUp: boolean) => void
  /** Called with the rows that were added to the copy, in order. */
  onCopied?: (rows: readonly Row[]) => void
}>

export type Copy = Awaited<ReturnType<typeof openCopy>>

/**
 * Opens the copy of the log for analysts, in its own folder. If the folder was deleted, the copy is rebuilt. Only one process may write to
 * the copy: throws InUse if another process has opened it.
 */
export async function openCopy({ folder, store, key, segment = SEGMENT, onRead, onCopied }: Options) {
  await using opening = new AsyncDisposableStack()
  opening.adopt(lockForWriting(join(folder, 'copy')), (unlock) => unlock())
  const pseudonym = createPseudonyms(key)
  const copied = createEventCopier(pseudonym)
  // With another key, all pseudonyms would be different. So the digest also covers the key, and the copy is rebuilt if the key changes.
  const tables = hash('sha256', tablesDigest + pseudonym('tables'))
  const identity = { log: await store.id(), tables, segment }
  const { connection, reading } = await openConnections(opening, join(folder, 'temporary'))
  const failed = Promise.withResolvers<never>()
  // `run` handles the rejection. Without this line, Node would report it as unhandled.
  failed.promise.catch(() => {})
  const kept = await openKept(folder, () => openContents(folder, identity, connection, failed.reject))
  const following = createFollowing({ store, kept, copied, failed: failed.promise })
  let reached: Reached = { upTo: kept.contents().before(), caughtUp: false }

  const opened = opening.move()
  return {
    /** Follows the log until `signal` aborts. Passes on the errors of the log, the disk and DuckDB. */
    async run(signal: AbortSignal) {
      const committing = setInterval(() => kept.contents().commit().catch(failed.reject), COMMIT_EVERY_MS)
      try {
        await following.run(signal, (now, events, rows) => {
          reached = now
          onRead?.(events, now.caughtUp)
          onCopied?.(rows)
        })
      } finally {
        clearInterval(committing)
      }
    },

    status: () => statusOf(store, kept.contents(), reached, following.hasCaughtUp()),
    /** The number of the copy's newest event. */
    newest: () => kept.contents().event(),
    view: () => kept.contents().view(),
    reading,
    /** The digest of the first `event` events. */
    digestAt: (event: number) => kept.contents().digestAt(event),
    check: kept.check,
    settled: () => kept.contents().settled(),
    /** Writes all added events to the disk, where a question's process reads them. */
    commit: () => kept.contents().commit(),

    async close() {
      await kept.contents().close()
      await opened.disposeAsync()
    },
  }
}

/** Opens two connections: one makes segments and one reads. So reads do not wait while a segment is made. */
async function openConnections(opening: AsyncDisposableStack, temporary: string) {
  opening.defer(() => rm(temporary, { recursive: true, force: true }))
  const database = await DuckDBInstance.create(':memory:', { ...DUCKDB, temp_directory: temporary })
  opening.defer(() => database.closeSync())
  const connection = await database.connect()
  opening.defer(() => connection.closeSync())
  const reader = await database.connect()
  opening.defer(() => reader.closeSync())
  await reader.run("SET TimeZone = 'UTC'")
  // Reads the metadata of each file only once, because segments never change.
  await reader.run('SET parquet_metadata_cache = true')
  let last: Promise<unknown> = Promise.resolve()
  opening.defer(() => last.then(() => {}))
  return {
    connection,
    /** Runs only one read at a time, so that many callers need no more memory than one caller. */
    reading<T>(read: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
      const done = last.then(() => read(reader))
      last = done.catch(() => {})
      return done
    },
  }
}

/**
 * The progress of the copy. `behind`: how many events of the log are not in the copy yet. Null if the log's store cannot count them.
 */
async function statusOf(store: EventReader, contents: Contents, { upTo, caughtUp }: Reached, hasCaughtUp: boolean) {
  const event = contents.event()
  const counts = contents.counts()
  const { read, all, unit } = await store.extent(upTo)
  return {
    event,
    digest: await contents.digestAt(event),
    behind: unit === 'events' ? Math.max(0, all - event) : caughtUp ? 0 : null,
    // Reported only until the copy reaches the head of the log for the first time. After that, the copy is always close to the head.
    ...(!hasCaughtUp && { building: { done: read, of: all } }),
    tables: allTables.map(({ name, columns }) => ({ name, columns, events: counts[name] ?? 0 })),
  }
}
