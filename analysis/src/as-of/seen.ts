import type { CopyView } from '../copy/copy-view.ts'

/** The visible part of the log: its first `event` events, and the moment that counts as now. */
export type Seen = Readonly<{ event: number; moment: string }>

/**
 * The part of the log that is visible as of an event or a moment. Without `asOf`, the whole copy is visible. A number above the last event
 * means the last event. `questions/copied-moments.ts` follows the same rules.
 */
export async function seenAsOf(view: CopyView, asOf: number | string | undefined): Promise<Seen> {
  if (typeof asOf === 'string') return { event: await view.eventAt(Date.parse(asOf)), moment: asOf }
  const event = Math.min(asOf ?? view.event, view.event)
  return { event, moment: new Date(await view.momentOf(event)).toISOString() }
}
