import { definitionOf } from '@shop/language/events/all'
import type { Event, NewEvent } from '@shop/language/events/event'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { type EventStore, VersionConflict } from '@shop/stores/event-store/event-store'
import type { Folded } from './folded.ts'
import { type KnownStream, note } from './known-stream.ts'
import type { SnapshotKeeper } from './snapshot-keeper.ts'
import type { StreamMemory } from './stream-memory.ts'

type Parts = Readonly<{
  log: EventStore
  memory: StreamMemory
  snapshots: SnapshotKeeper
  now: () => Date
  newId: () => string
}>

/** Appends the decided events to a stream, folds them, and returns the state they left. Throws VersionConflict. */
export function createAppend({ log, memory, snapshots, now, newId }: Parts) {
  async function append(
    known: KnownStream,
    events: readonly Event[],
    metadata: CommandMetadata,
  ): Promise<Folded<unknown>> {
    const { name, folded } = known
    const appended = events.map((event) => toNewEvent(event, metadata))
    const startedMs = now().getTime()
    const { version, position } = await log.append(name, folded.version, appended).catch((error) => {
      // The events may or may not be stored: the stream is read again before the next decision.
      if (!(error instanceof VersionConflict)) memory.drop(known)
      throw error
    })
    const first = version - appended.length + 1
    for (const [index, event] of appended.entries())
      note(known, { ...event, stream: name, version: first + index, position })
    known.seenMs = startedMs
    known.assumed = false
    memory.keep(known)
    snapshots.keepBehind(known)
    // A reader of the same stream may already have added events that came after this command's.
    return known.handled.get(metadata.causationId)?.left ?? known.folded
  }

  /**
   * With an id of this decision alone: whoever handles the command at the same time, or again after a lost answer, may decide
   * otherwise on other facts, and the log must not take that for what it has stored.
   */
  const toNewEvent = (event: Event, { seen: _, ...metadata }: CommandMetadata): NewEvent => ({
    ...event,
    id: newId(),
    metadata: { ...metadata, schemaVersion: definitionOf(event.type).version, recordedAt: now().toISOString() },
  })

  return append
}
