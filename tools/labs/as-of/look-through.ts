import type { Figure } from '@shop/language/api/figures'
import { type Recorded, START } from '@shop/language/events/event'
import { type DashboardDocument, TOTALS } from '@shop/language/read-models/dashboard'
import { apply } from '@shop/projections/fold'
import { anyProjection, changesOf } from '@shop/projections/projection'
import { dashboardProjection } from '@shop/projections/read-models/dashboard-projection'
import { createWorkingSet } from '@shop/projections/working-set'
import type { EventReader } from '@shop/stores/event-store/event-store'

/** An event that changed a figure of all days: by cents, or orders, and what the figure was after it. */
export type Change = Readonly<{ event: number; by: number; now: number }>
export type Changes = Readonly<Record<Figure, readonly Change[]>>

const fields = { revenue: 'revenueCents', netRevenue: 'netRevenueCents', orders: 'orders' } as const

/** Which events changed the dashboard's figures, by looking at them before and after each; and when each was recorded, in ms since 1970. */
export async function lookThrough(
  log: EventReader,
): Promise<Readonly<{ changes: Changes; moments: readonly number[] }>> {
  const projection = anyProjection(dashboardProjection)
  const documents = createWorkingSet()
  const changes: Record<Figure, Change[]> = { revenue: [], netRevenue: [], orders: [] }
  const moments: number[] = []
  for await (const batch of log.follow(START, new AbortController().signal)) {
    for (const one of batch.events) {
      const event = moments.push(Date.parse(one.metadata.recordedAt))
      apply(documents, changesOf(projection, one as Recorded))
      const totals = documents.get(TOTALS) as DashboardDocument | undefined
      for (const figure of Object.keys(fields) as Figure[]) {
        const [now, before] = [totals?.[fields[figure]] ?? 0, changes[figure].at(-1)?.now ?? 0]
        if (now !== before) changes[figure].push({ event, by: now - before, now })
      }
    }
    if (batch.caughtUp) break
  }
  return { changes, moments }
}
