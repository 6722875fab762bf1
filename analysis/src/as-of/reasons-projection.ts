import type { Collection } from '@shop/language/collection'
import { dashboard, TOTALS } from '@shop/language/dashboard/document'
import type { Figure, Reason } from '@shop/language/dashboard/figures'
import type { Recorded } from '@shop/language/events/event'
import { type Projection, upsert } from '@shop/projections/projection'
import { contributionOf, countedTypes } from './contribution.ts'

/** What events have added to one figure for one reason, on one day or on all days. */
type Sum = Readonly<{ events: number; adds: number; first: number; last: number }>
export type ReasonDocument = {
  /** `<day>/<reason>/<figure>`. */
  _id: string
  day: string
  reason: Reason
  figure: Figure
} & Sum

/** The name contains the dashboard's version, so a new version of the dashboard also rebuilds the reasons. */
const reasons: Collection<ReasonDocument> = { name: `reasons-of-${dashboard.name.replace('@', '-')}@1`, searchedBy: [] }

const addToSums = (event: Recorded) => {
  const contribution = contributionOf(event)
  if (!contribution) return []
  const { day, reason, adds } = contribution
  const number = Number(event.position)
  return Object.entries(adds)
    .filter(([, added]) => added !== 0)
    .flatMap(([figure, added]) =>
      [day, TOTALS].map((of) =>
        upsert<ReasonDocument>(`${of}/${reason}/${figure}`, (before) => ({
          _id: `${of}/${reason}/${figure}`,
          day: of,
          reason,
          figure: figure as Figure,
          events: (before?.events ?? 0) + 1,
          adds: (before?.adds ?? 0) + added,
          first: before?.first ?? number,
          last: number,
        })),
      ),
    )
}

/** Splits each sum of the dashboard by reason. */
export const reasonProjection: Projection<ReasonDocument> = {
  into: reasons,
  failure: 'halt',
  on: Object.fromEntries(countedTypes.map((type) => [type, addToSums])),
}
