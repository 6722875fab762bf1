import type { DuckDBConnection } from '@duckdb/node-api'
import { type Position, START } from '@shop/language/events/event'
import { addCounts, rowsOf } from '../tables/rows-of-tables.ts'
import { createCopyCheck } from './check-copy.ts'
import { type CopyState, writeState } from './copy-state.ts'
import { type CopyView, createLeases } from './copy-view.ts'
import type { MomentFile } from './moment-file.ts'
import { type CountedTail, type Identity, type OnDamage, type Recovered, recoverCopy } from './recover-copy.ts'
import { createSegmentQueue, type Parts } from './segment-queue.ts'
import { createSegmentWriter } from './segment-writer.ts'
import { openTail, type Tail } from './tail-file.ts'

/** An event to add: its line in the tail, and what the copy's other files record about it. */
export type Row = Readonly<{ line: string; type: string; digest: string; recordedAt: string; position: Position }>

export type Contents = Awaited<ReturnType<typeof openContents>>

/**
 * Opens a copy's files for the only process that writes them. Continues files of the same log and the same tables. If making a segment
 * fails, calls `onFailure` and makes no more segments. Calls `onDamage` before it empties a damaged copy.
 */
export async function openContents(
  folder: string,
  identity: Identity,
  connection: DuckDBConnection,
  { onFailure, onDamage }: Readonly<{ onFailure: (error: unknown) => void; onDamage: OnDamage }>,
) {
  const recovered = await recoverCopy(folder, identity, onDamage)
  const { digests, moments } = recovered
  const { segment } = identity
  const leases = createLeases()
  const parts: Parts = { segments: recovered.segments, tails: recovered.tails }
  let { state } = recovered
  let digest = await digests.at(state.event)
  let newest = START
  const commits = createCommits(folder, parts, recovered, () => state)
  const writer = createSegmentWriter(folder, connection)
  const queue = createSegmentQueue({ parts, smallest: segment, writer, leases, onFailure, ...commits })
  for (const one of parts.tails) if (one.counts.events === segment) queue.push(one)
  const view = () => leases.lease(viewOf(parts, state.event, digest, moments))

  /** `rows` must fit into the newest tail. */
  async function addToTail(rows: readonly Row[]) {
    if (state.event % segment === 0) {
      // Open the new tail before reading `parts.tails`: while it opens, another tail may become a segment and leave the list.
      const tail = await openTail(folder, state.event + 1)
      parts.tails = [...parts.tails, { tail, counts: {} }]
    }
    const written = parts.tails.at(-1)!
    await writeRows(written.tail, recovered, rows)
    written.tail.note(rows.map(({ line }) => line))
    addCounts(written.counts, rowsOf(rows.map(({ type }) => type)))
    state = { ...state, event: state.event + rows.length, before: rows.at(-2)?.position ?? newest }
    ;({ position: newest, digest } = rows.at(-1)!)
    if (state.event % segment === 0) queue.push(written)
  }

  return {
    event: () => state.event,
    /** The position of the event before the newest, or START. */
    before: () => state.before,
    /** Call this before the next event is added. */
    setNewest(position: Position) {
      newest = position
    },
    digestAt: (event: number) => (event === state.event ? Promise.resolve(digest) : digests.at(event)),
    async add(rows: readonly Row[]) {
      for (let from = 0; from < rows.length; ) {
        const room = segment - (state.event % segment)
        await addToTail(rows.slice(from, from + room))
        from += room
        await queue.room()
      }
    },
    commit: commits.commit,
    view,
    damaged: createDamageCheck(parts, view),
    counts: () => countsOf(parts),
    /** Call this at the head of the log: from then on each full tail becomes a segment at once. */
    caughtUp: () => queue.gatherNoMore(),
    /** Makes no more segments, so `add` no longer waits. */
    stop: () => queue.stop(),
    /** Waits until the queue is done or stopped, then until no view is open. */
    settled: () => queue.done().then(leases.noneOpen),
    async close() {
      await queue.stop()
      await commits.close()
    },
  }
}

async function writeRows(
  tail: Tail,
  { digests, moments }: Pick<Recovered, 'digests' | 'moments'>,
  rows: readonly Row[],
) {
  await tail.append(rows.map(({ line }) => line))
  await digests.append(rows.map((row) => row.digest))
  await moments.append(rows.map((row) => row.recordedAt))
}

/** The check holds a view open, so that no file is removed meanwhile. */
function createDamageCheck(parts: Parts, lease: () => Disposable) {
  const damagedFile = createCopyCheck()
  return async (isThorough: boolean) => {
    using _ = lease()
    const tails = parts.tails.map(({ tail, counts }) => {
      return { file: tail.file, sum: tail.sum(), last: tail.first + (counts.events ?? 0) - 1 }
    })
    return await damagedFile({ segments: parts.segments, tails }, isThorough)
  }
}

/** Commits the copy, and closes tails that have become segments. Never does both at the same time, because a commit needs open tails. */
function createCommits(
  folder: string,
  parts: Parts,
  { digests, moments }: Pick<Recovered, 'digests' | 'moments'>,
  now: () => CopyState,
) {
  let committed = now()
  let inTurn = Promise.resolve()
  const next = (work: () => Promise<void>) => {
    inTurn = inTurn.then(work)
    return inTurn
  }

  async function commitNow() {
    const state = now()
    if (state === committed) return
    // A tail can grow while files are synced, so all sums are taken first.
    const tails = parts.tails.map(({ tail }) => tail.sum())
    for (const { tail } of parts.tails) await tail.sync()
    await digests.sync()
    await moments.sync()
    await writeState(folder, { ...state, tails })
    committed = state
  }

  async function close() {
    await commitNow()
    await Promise.all([digests.close(), moments.close()])
    for (const { tail } of parts.tails) await tail.close()
  }

  return {
    commit: () => next(commitNow),
    closeTail: ({ tail }: CountedTail) => next(tail.close),
    close: () => next(close),
  }
}

function countsOf({ segments, tails }: Parts): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const part of [...segments, ...tails]) addCounts(counts, part.counts)
  return counts
}

const viewOf = (
  { segments, tails }: Parts,
  event: number,
  digest: string,
  moments: Pick<MomentFile, 'at' | 'eventAt'>,
): Omit<CopyView, keyof Disposable> => ({
  event,
  digest,
  segments,
  tails: tails.map(({ tail }) => tail.file),
  momentOf: moments.at,
  eventAt: (moment) => moments.eventAt(moment, event),
})
