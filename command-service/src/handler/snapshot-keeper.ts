import { setImmediate as nextTurn } from 'node:timers/promises'
import { KEY_DAYS } from '@shop/server/limits/sizes'
import { defect, logFact } from '@shop/stores/logger/logger'
import type { HandledCommand, Lookup, Snapshot, SnapshotStore } from '@shop/stores/snapshot-store/snapshot-store'
import { type AnyDecider, type DueSnapshot, type KnownStream, trim } from './known-stream.ts'

const REMEMBERED_MS = KEY_DAYS * 24 * 60 * 60 * 1000
/** After a failure, the store is not called during this time, so that no command waits for the store. */
const PAUSE_MS = 10_000
/** At most this many streams wait to store snapshots. */
const MOST_WAITING = 1_000
const PRUNED_EVERY = 20
const PRUNED_AT_ONCE = 500

/**
 * The command handler's access to a snapshot store that may be slow, unavailable or absent. If the store fails, nothing is found or stored.
 * `forgetting`: the clock that decides which commands are old.
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

  const forgetBefore = () => new Date(forgetting() - REMEMBERED_MS).toISOString()

  async function storeDue(known: KnownStream) {
    for (let due = known.due[0]; due; due = known.due[0]) {
      await nextTurn()
      const interval = { from: due.from, since: due.since, handled: commandsIn(known, due) }
      const snapshot = snapshotOf(known, due)
      const isStored = await asked((store) => store.keep(snapshot, interval).then(() => true))
      if (!isStored) return
      known.due = known.due.filter((one) => one !== due)
      trim(known, forgetBefore())
      if (++written % PRUNED_EVERY === 0) await asked((store) => store.prune(forgetBefore(), PRUNED_AT_ONCE))
    }
  }

  return {
    forgetBefore,

    async find({ snapshot }: AnyDecider, stream: string, upTo?: number): Promise<Snapshot | undefined> {
      return snapshot && asked((store) => store.find(stream, snapshot.name, upTo))
    },

    lookUp: (stream: string, commandId: string): Promise<Lookup | undefined> =>
      asked((store) => store.lookUp(stream, commandId)),

    forget: (stream: string) => asked((store) => store.forget(stream)),

    keepBehind(known: KnownStream) {
      const isDue = known.due.length > 0 && known.people.size === 0
      if (!store || !isDue || known.isQueued || waiting >= MOST_WAITING) return
      known.isQueued = true
      waiting += 1
      writing = writing
        .then(() => storeDue(known))
        .finally(() => {
          known.isQueued = false
          waiting -= 1
        })
    },

    settled: () => writing,
  }
}
export type SnapshotKeeper = ReturnType<typeof createSnapshotKeeper>

function snapshotOf({ name: stream, decider }: KnownStream, { end, eventId, endedAt }: DueSnapshot): Snapshot {
  const { state, ...rest } = end
  const { name: fold, write } = decider.snapshot!
  return { stream, fold, ...rest, eventId, endedAt, state: write(state) }
}

const commandsIn = ({ handled }: KnownStream, { from, end }: DueSnapshot): readonly HandledCommand[] =>
  handled
    .filter(({ version }) => version >= from && version <= end.version)
    .map(({ id, version, digest }) => ({ id, version, digest }))
