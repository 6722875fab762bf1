import { setImmediate as nextTurn } from 'node:timers/promises'
import { defect, logFact } from '@shop/logger/logger'
import type { Lookup, Snapshot, SnapshotStore } from '@shop/stores/snapshot-store/snapshot-store'
import { type AnyDecider, type KnownStream, trim } from './known-stream.ts'

/** A key is remembered for seven days (decisions answers). */
export const REMEMBERED_MS = 7 * 24 * 60 * 60 * 1000
/** A store that failed is left alone for so long: nobody's command waits for it. */
const PAUSE_MS = 10_000
/** Snapshots that wait for a slow store; what comes then is tried again with the stream's next one. */
const MOST_WAITING = 1_000
const PRUNED_EVERY = 20
const PRUNED_AT_ONCE = 500

/**
 * What the handler asks of a snapshot store, which may be slow, away or absent: nothing is then known and nothing is
 * kept, and it is said once. Writes behind the answers, one after the other.
 */
export function createSnapshotKeeper(store: SnapshotStore | undefined, now: () => Date) {
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

  /** Commands that were handled before are forgotten. */
  const forgetBefore = () => new Date(now().getTime() - REMEMBERED_MS).toISOString()

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

    /** Keeps what is due of a stream, later. */
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

    /** When everything that was due is kept or given up. */
    settled: () => writing,
  }
}
export type SnapshotKeeper = ReturnType<typeof createSnapshotKeeper>

function snapshotOf({ name: stream, decider }: KnownStream, { end }: KnownStream['windows'][number]): Snapshot {
  const { state, ...rest } = end!
  const { name: fold, write } = decider.snapshot!
  return { stream, fold, ...rest, state: write(state) }
}
