import type { CopyView } from '../copy/copy-view.ts'

/** What is seen of the log: its first `event` events, and the moment that is now. */
export type Seen = Readonly<{ event: number; moment: string }>

/**
 * What is seen as of an event or a moment; all that is copied where none is given. Of more events than there are, all are seen. The same
 * as of a question (`questions/copied-moments.ts`).
 */
export async function seenAsOf(view: CopyView, asOf: number | string | undefined): Promise<Seen> {
  if (typeof asOf === 'string') return { event: await view.eventAt(Date.parse(asOf)), moment: asOf }
  const event = Math.min(asOf ?? view.event, view.event)
  return { event, moment: new Date(await view.momentOf(event)).toISOString() }
}
