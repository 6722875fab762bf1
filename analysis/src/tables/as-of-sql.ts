import { literal } from './literal.ts'

/** Selects the last event of the longest beginning whose events were all recorded at or before a moment: clocks may have run back. */
export const lastUntil = (events: string, moment: string): string =>
  `SELECT min(event) - 1 FROM ${events} WHERE recordedAt > TIMESTAMPTZ ${literal(moment)}::TIMESTAMP`

/** Selects the moment as of which an event is the last: the latest at which one up to it was recorded. */
export const latestUpTo = (events: string, event: number): string =>
  `SELECT max(recordedAt) FROM ${events} WHERE event <= ${event}`
