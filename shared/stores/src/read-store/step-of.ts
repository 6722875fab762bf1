import type { Failures } from './checkpoint.ts'
import type { ProjectionName, Step, Write } from './read-store.ts'

/** The step of one projection by itself. `failures` are all that it has from then on; without it they stay as they are. */
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
