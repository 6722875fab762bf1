import type { Failures } from './checkpoint.ts'
import type { ProjectionName, Step, Write } from './read-store.ts'

/** `failures` replaces the projection's stored failures. Without `failures`, the stored failures do not change. */
export const stepOf = (
  projection: ProjectionName,
  from: Step['from'],
  to: Step['to'],
  writes: readonly Write[] = [],
  failures?: Failures,
): Step => ({
  projections: [projection],
  from,
  to,
  writes: writes.length > 0 ? { [projection]: writes } : {},
  ...(failures && { failures: { [projection]: failures } }),
})
