import type { Recorded } from '@shop/language/events/event'
import type { EventReader } from '@shop/stores/event-store/event-store'

const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000]

/**
 * A log in a file as it would be had its clocks been bad: of every 97th event it ran an hour behind, and of every fifth it told whole
 * minutes, so that many events have the same moment. Whoever reads it again reads the same.
 */
export const retimed = (log: EventReader): EventReader => ({
  ...log,
  async *follow(...call) {
    for await (const batch of log.follow(...call)) yield { ...batch, events: batch.events.map(retimedEvent) }
  },
})

function retimedEvent(event: Recorded): Recorded {
  const recordedAt = new Date(momentOf(Number(event.position), Date.parse(event.metadata.recordedAt))).toISOString()
  return { ...event, metadata: { ...event.metadata, recordedAt } }
}

function momentOf(position: number, moment: number) {
  if (position % 97 === 0) return moment - HOUR_MS
  return position % 5 === 0 ? moment - (moment % MINUTE_MS) : moment
}
