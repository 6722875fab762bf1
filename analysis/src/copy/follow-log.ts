import { type Position, type Recorded, START } from '@shop/language/events/event'
import type { EventReader } from '@shop/stores/event-store/event-store'
import type { createEventCopier } from '../pseudonyms/copied-event.ts'
import type { Contents, Row } from './copy-contents.ts'
import { digestAfter } from './event-digest.ts'

/** The log lacks the copy's last event: it is another log, or an earlier state was restored. */
export class OtherLog extends Error {}

export type Reached = Readonly<{ upTo: Position; caughtUp: boolean }>

/** Adds new events to the copy until `signal` aborts. Throws OtherLog. */
export async function followLog(
  store: Pick<EventReader, 'follow' | 'has'>,
  contents: Contents,
  copied: ReturnType<typeof createEventCopier>,
  signal: AbortSignal,
  onReached: (reached: Reached, events: readonly Recorded[], rows: readonly Row[]) => void,
) {
  let event = contents.event()
  let digest = await contents.digestAt(event)
  let isKnown = event === 0
  if (!isKnown && contents.before() !== START && !(await store.has(contents.before()))) throw new OtherLog()
  for await (const { events, upTo, caughtUp } of store.follow(contents.before(), signal)) {
    let added = events
    if (!isKnown && (events.length > 0 || caughtUp)) {
      const again = events[0] && digestAfter(await contents.digestAt(event - 1), events[0], event)
      if (again !== digest) throw new OtherLog()
      contents.setNewest(events[0]!.position)
      isKnown = true
      added = events.slice(1)
    }
    const rows: Row[] = []
    for (const stored of added) {
      event += 1
      digest = digestAfter(digest, stored, event)
      const line = `${JSON.stringify(copied(stored, event))}\n`
      const { type, position, metadata } = stored
      rows.push({ line, type, digest, recordedAt: metadata.recordedAt, position })
    }
    await contents.add(rows)
    onReached({ upTo, caughtUp }, added, rows)
  }
}
