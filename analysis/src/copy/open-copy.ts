import { hash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import type { Recorded } from '@shop/language/events/event'
import type { EventReader } from '@shop/stores/event-store/event-store'
import { lockForWriting } from '@shop/stores/writer-lock'
import { describedTables } from '../pseudonyms/column-texts.ts'
import { createEventCopier } from '../pseudonyms/copied-event.ts'
import { createPseudonyms } from '../pseudonyms/pseudonyms.ts'
import { tablesDigest } from '../tables/all-tables.ts'
import { type Contents, openContents, type Row } from './copy-contents.ts'
import { temporaryFolder } from './copy-files.ts'
import { openDamageRecord } from './damage-record.ts'
import type { Reached } from './follow-log.ts'
import { createFollowing } from './following.ts'
import { openKept } from './kept-contents.ts'

/** Events in a segment of the lowest level. */
const SEGMENT = 10_000
/** After a kill, only the events since the last commit are added again. */
const COMMIT_EVERY_MS = 1_000
/** One thread always writes rows in the same order, and leaves the other cores to the shop. */
const DUCKDB = { threads: '1', memory_limit: '192MB' }

type Options = Readonly<{
  folder: string
  /** The log as stored: sealed fields stay sealed, and old events are not upcast. */
  store: EventReader
  key: Buffer
  segment?: number
  onRead?: (events: readonly Recorded[], caughtUp: boolean) => void
  onCopied?: (rows: readonly Row[]) => void
}>

export type Copy = Awaited<ReturnType<typeof openCopy>>

/** A deleted copy is rebuilt. Throws InUse if another process has opened the copy for writing. */
export async function openCopy({ folder, store, key, segment = SEGMENT, onRead, onCopied }: Options) {
  await using opening = new AsyncDisposableStack()
  opening.adopt(lockForWriting(join(folder, 'copy')), (unlock) => unlock())
  const pseudonym = createPseudonyms(key)
  const copied = createEventCopier(pseudonym)
  // Another key gives other pseudonyms, so a changed key must rebuild the copy.
  const tables = hash('sha256', tablesDigest + pseudonym('tables'))
  const identity = { log: await store.id(), tables, segment }
  const { connection, reading } = await openConnections(opening, temporaryFolder(folder))
  const failed = Promise.withResolvers<never>()
  // Without this line, Node would report a rejection that `run` handles.
  failed.promise.catch(() => {})
  const damages = await openDamageRecord(folder, identity.log)
  const listeners = { onFailure: failed.reject, onDamage: damages.found }
  const kept = await openKept(folder, () => openContents(folder, identity, connection, listeners), damages)
  const following = createFollowing({ store, kept, copied, failed: failed.promise })
  let reached: Reached = { upTo: kept.contents().before(), caughtUp: false }

  const opened = opening.move()
  return {
    /** Passes on errors of the log, the disk and DuckDB. */
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
    damages: damages.known,
    newest: () => kept.contents().event(),
    view: () => kept.contents().view(),
    /** Throws UNAVAILABLE if a file of the copy is damaged. */
    reading: <T>(read: (connection: DuckDBConnection) => Promise<T>) => kept.reading(() => reading(read)),
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

/** One connection makes segments. A second connection reads, so that reads do not wait for segments. */
async function openConnections(opening: AsyncDisposableStack, temporary: string) {
  const clear = () => rm(temporary, { recursive: true, force: true })
  // A killed process leaves files.
  await clear()
  opening.defer(clear)
  const database = await DuckDBInstance.create(':memory:', { ...DUCKDB, temp_directory: temporary })
  opening.defer(() => database.closeSync())
  const connection = await database.connect()
  opening.defer(() => connection.closeSync())
  const reader = await database.connect()
  opening.defer(() => reader.closeSync())
  await reader.run("SET TimeZone = 'UTC'")
  // Segments never change, so each file's metadata is read only once.
  await reader.run('SET parquet_metadata_cache = true')
  let last: Promise<unknown> = Promise.resolve()
  opening.defer(() => last.then(() => {}))
  return {
    connection,
    /** One read at a time, so that many callers need no more memory than one caller. */
    reading<T>(read: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
      const done = last.then(() => read(reader))
      last = done.catch(() => {})
      return done
    },
  }
}

/** `behind`: how many events of the log are not copied yet; null if the store cannot count them. */
async function statusOf(store: EventReader, contents: Contents, { upTo, caughtUp }: Reached, hasCaughtUp: boolean) {
  const event = contents.event()
  const counts = contents.counts()
  const { read, all, unit } = await store.extent(upTo)
  return {
    event,
    digest: await contents.digestAt(event),
    behind: unit === 'events' ? Math.max(0, all - event) : caughtUp ? 0 : null,
    // A copy that has caught up stays close to the head, so this field is left out.
    ...(!hasCaughtUp && { building: { done: read, of: all } }),
    tables: describedTables.map((table) => ({ ...table, events: counts[table.name] ?? 0 })),
  }
}
