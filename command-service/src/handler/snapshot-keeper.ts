import { setImmediate as nextTurn } from 'node:timers/promises'
import { defect, logFact } from '@shop/logger/logger'
import type { Lookup, Snapshot, SnapshotStore } from '@shop/stores/snapshot-store/snapshot-store'
import { type AnyDecider, type KnownStream, trim } from './known-stream.ts'

/** How long handled commands are remembered (decisions answers). */
export const REMEMBERED_MS = 7 * 24 * 60 * 60 * 1000
/** A store that failed is not called for this long, so that no command waits for it. */
const PAUSE_MS = 10_000
/** The most snapshots that wait for a slow store. Others are stored together with their stream's next one. */
const MOST_WAITING = 1_000
const PRUNED_EVERY = 20
const PRUNED_AT_ONCE = 500

/**
 * The command handler's access to a snapshot store, which may be slow, unavailable or absent: then nothing is found or
 * stored, and one warning is logged. `forgetting`: the time by which commands are old. Snapshots are written one after the other, after commands were answered.
 */
export function createSnapshotKeeper(
  store: SnapshotStore | undefined,
  now: () => Date,
  forgetting = () => now().getTime(),
) {
  let pausedUntilMs = 0
  let failing = false
  let writing = Promise.resolve()
  let waiting = 0
  let written = 0

  async function asked<T>(call: (store: SnapshotStore) => Promise<T>): Promise<T | undefined> {
    if (!store || now().getTime() < pausedUntilMs) return undefined
    try {
      const answer = await call(store)
      failing = false
      return answer
    } catch (error) {
      if (!failing) logFact('warn', 'Snapshots cannot be used for now: streams are read from the log', defect(error))
      failing = true
      pausedUntilMs = now().getTime() + PAUSE_MS
      return undefined
    }
  }

  /** Commands handled before this time are forgotten. */
  const forgetBefore = () => new Date(forgetting() - REMEMBERED_MS).toISOString()

  async function write(known: KnownStream, window: KnownStream['windows'][number]) {
    const snapshot = snapshotOf(known, window)
    const { from, since, handled } = window
    const commands = handled.map(({ id, version, digest }) => ({ id, version, digest }))
    const done = await asked(async (store) => {
      await store.keep(snapshot, { from, since, handled: commands })
      return true
    })
    window.kept = done === true
    if (!window.kept) return
    trim(known, forgetBefore())
    if (++written % PRUNED_EVERY === 0) await asked((store) => store.prune(forgetBefore(), PRUNED_AT_ONCE))
  }

  return {
    forgetBefore,

    async find({ snapshot }: AnyDecider, stream: string, upTo?: number): Promise<Snapshot | undefined> {
      return snapshot && asked((store) => store.find(stream, snapshot.name, upTo))
    },

    lookUp: (stream: string, commandId: string): Promise<Lookup | undefined> =>
      asked((store) => store.lookUp(stream, commandId)),

    forget: (stream: string) => asked((store) => store.forget(stream)),

    /** Queues the snapshots of a stream that are due. */
    keepBehind(known: KnownStream) {
      if (!store || !known.decider.snapshot || known.people.size > 0) return
      for (const window of known.windows) {
        if (!window.end || window.kept || window.queued || waiting >= MOST_WAITING) continue
        window.queued = true
        waiting += 1
        writing = writing
          .then(() => nextTurn())
          .then(() => write(known, window))
          .finally(() => {
            window.queued = false
            waiting -= 1
          })
      }
    },

    /** Resolves when everything that was due is stored or has failed. */
    settled: () => writing,
  }
}
export type SnapshotKeeper = ReturnType<typeof createSnapshotKeeper>

function snapshotOf({ name: stream, decider }: KnownStream, { end }: KnownStream['windows'][number]): Snapshot {
  const { state, ...rest } = end!
  const { name: fold, write } = decider.snapshot!
  return { stream, fold, ...rest, state: write(state) }
}
