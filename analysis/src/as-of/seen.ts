import { invalidField } from '@shop/language/errors'
import type { CopyView } from '../copy/copy-view.ts'
import { whyTooLate } from '../questions/as-of.ts'

/** The visible part of the log, and the moment that counts as now. */
export type Seen = Readonly<{ event: number; moment: string }>

/** Throws VALIDATION_FAILED if `asOf` is an event that the copy lacks, or a time that has not come. */
export async function seenAsOf(view: CopyView, asOf: number | string | undefined): Promise<Seen> {
  const tooLate = asOf !== undefined && whyTooLate(asOf, { event: view.event, ms: await view.momentOf(view.event) })
  if (tooLate) throw invalidField('asOf', tooLate)
  if (typeof asOf === 'string') return { event: await view.eventAt(Date.parse(asOf)), moment: asOf }
  const event = asOf ?? view.event
  return { event, moment: new Date(await view.momentOf(event)).toISOString() }
}
