import { type ExportEvent, ExportMade } from '@shop/language/events/export-events'
import type { Decider } from '../handler/decider.ts'

export type ExportCommand = { type: 'Make' } & ExportEvent['data']

/** One export, in a stream of its own: made once. */
export const exportDecider: Decider<ExportEvent['data'] | undefined, ExportCommand, ExportEvent> = {
  initialState: undefined,
  evolve: (_, { data }) => data,
  decide: ({ type: _, ...made }, before) => (before ? [] : [ExportMade(made)]),
  snapshot: { name: 'export@1', write: (made) => made, read: (made: ExportEvent['data']) => made },
}
