import { ShopError } from '@shop/language/errors'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { EventReader } from '@shop/stores/event-store/event-store'
import type { Snapshot } from '@shop/stores/snapshot-store/snapshot-store'
import { type Folded, step, unbegun } from './folded.ts'
import { type AnyDecider, foldedIn, handledFrom, type KnownStream } from './known-stream.ts'
import type { SnapshotKeeper } from './snapshot-keeper.ts'
import type { StreamMemory } from './stream-memory.ts'

/** A command that was handled before: the version of its last event, and the stream's state right after it. */
export type Earlier = Readonly<{ version: number; left: () => Promise<Folded<unknown>> }>

/**
 * Finds what a command did when it was handled before: in memory, else in the snapshot store, else, if the snapshot
 * store does not cover it, in the log.
 */
export function createEarlierAnswers(log: EventReader, snapshots: SnapshotKeeper, memory: StreamMemory) {
  /** Undefined for a new command. Throws IDEMPOTENCY_MISMATCH when its key was used with another body. */
  async function find(known: KnownStream, metadata: CommandMetadata): Promise<Earlier | undefined> {
    const here = inMemory(known, metadata)
    if (here || isAllInMemory(known)) return here
    const { causationId, digest } = metadata

    const { command, coverage } = (await snapshots.lookUp(known.name, causationId)) ?? {}
    if (command) {
      const found = await foldUpTo(known, command.version)
      if (found?.causedBy === causationId) {
        requireSameBody(command.digest, digest)
        return { version: command.version, left: async () => found.folded }
      }
      // It was handled before the log was restored to an earlier backup.
      await snapshots.forget(known.name)
    } else if (coverage && coverage.since <= snapshots.forgetBefore() && coverage.to >= handledFrom(known) - 1)
      return undefined
    return find(await recollect(known), metadata)
  }

  /** As find, but only in memory: enough for commands that are guarded by the stream's state. */
  function inMemory(known: KnownStream, { causationId, digest }: CommandMetadata): Earlier | undefined {
    const here = known.handled.get(causationId)
    if (!here) return undefined
    requireSameBody(here.digest, digest)
    const left = here.version === known.folded.version ? known.folded : here.left
    return { version: here.version, left: async () => left ?? (await foldUpTo(known, here.version))!.folded }
  }

  /** Reads from the log which commands were handled before the snapshot, when the snapshot store has lost that. */
  async function recollect(known: KnownStream): Promise<KnownStream> {
    const { windows } = await memory.readApart(known.decider, known.name)
    const former = windows.filter(({ from }) => from < handledFrom(known))
    const commands = former.flatMap(({ handled }) => handled.map((one) => [one.id, one] as const))
    known.handled = new Map([...commands, ...known.handled])
    known.windows = [...former, ...known.windows]
    return known
  }

  const isAllInMemory = (known: KnownStream) =>
    handledFrom(known) === 0 || known.windows[0]!.since < snapshots.forgetBefore()

  /** A stream's state right after one of its events, and the id of the command that caused the event. */
  async function foldUpTo({ decider, name }: KnownStream, version: number) {
    const snapshot = await snapshots.find(decider, name, version)
    return (snapshot && (await foldOn(decider, name, version, snapshot))) ?? foldOn(decider, name, version)
  }

  async function foldOn(decider: AnyDecider, name: string, version: number, snapshot?: Snapshot) {
    let folded: Folded<unknown> = snapshot ? foldedIn(decider, snapshot) : unbegun(decider)
    let causedBy = ''
    for await (const event of log.readStream(name, snapshot?.version)) {
      if (event.version === snapshot?.version && event.id !== snapshot.eventId) return undefined
      if (event.version > folded.version) folded = step(decider, folded, event)
      causedBy = event.metadata.causationId
      if (event.version >= version) break
    }
    return { folded, causedBy }
  }

  return { find, inMemory }
}

function requireSameBody(before: string | undefined, now: string | undefined) {
  if (before !== now) throw new ShopError('IDEMPOTENCY_MISMATCH', 'This Idempotency-Key was used for another request')
}
