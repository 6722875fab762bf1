import type { EventFilter, TailEvent, TailMessage } from '@shop/language/analysis/api'
import type { CopiedEvent } from '../pseudonyms/copied-event.ts'
import { isChosen } from '../tables/event-filter.ts'

/** The first event after a pause is sent at once. Later events within this time are sent together. */
const GATHER_MS = 500
/** Only this many of the newest gathered events are kept. */
const MOST_GATHERED = 2_000
/** A message has at most this many events. If there are more, the page fetches its list again. */
const MOST_SENT = 20

type Send = (text: string) => void
type Listeners = { filter: EventFilter; sends: Set<Send> }

export function createTail({ gatherMs = GATHER_MS, mostGathered = MOST_GATHERED } = {}) {
  /** Listeners with the same filter share one message. */
  const groups = new Map<string, Listeners>()
  let gathered: string[] = []
  let hasLeftOut = false
  let gathering: NodeJS.Timeout | undefined

  function publish() {
    gathering = gathered.length > 0 ? setTimeout(publish, gatherMs).unref() : undefined
    const events = gathered.map((line) => JSON.parse(line) as CopiedEvent)
    const leftOut = hasLeftOut
    gathered = []
    hasLeftOut = false
    for (const { filter, sends } of groups.values()) {
      const chosen = events.filter((event) => isChosen(event, filter))
      if (chosen.length === 0 && !leftOut) continue
      const text = messageOf(events.at(-1)!.event, chosen, leftOut)
      for (const send of sends) send(text)
    }
  }

  return {
    add(rows: readonly Readonly<{ line: string }>[]) {
      if (groups.size === 0 || rows.length === 0) return
      for (const { line } of rows) gathered.push(line)
      if (gathered.length > mostGathered) {
        gathered = gathered.slice(-mostGathered)
        hasLeftOut = true
      }
      if (!gathering) publish()
    },

    listen(filter: EventFilter, send: Send) {
      const key = JSON.stringify([filter.type, filter.stream, filter.actor, filter.correlation])
      const group = groups.get(key) ?? { filter, sends: new Set() }
      groups.set(key, group)
      group.sends.add(send)
      return () => {
        group.sends.delete(send)
        if (group.sends.size === 0 && groups.get(key) === group) groups.delete(key)
      }
    },
  }
}
export type Tail = ReturnType<typeof createTail>

function messageOf(newest: number, chosen: readonly CopiedEvent[], leftOut: boolean) {
  const sent = chosen.slice(-MOST_SENT).toReversed().map(withoutData)
  const message: TailMessage = { events: sent, more: leftOut || chosen.length > sent.length }
  return `id: ${newest}\ndata: ${JSON.stringify(message)}\n\n`
}

const withoutData = ({ data: _, ...event }: CopiedEvent): TailEvent => event
