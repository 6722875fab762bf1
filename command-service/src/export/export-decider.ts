import type { ExportEvent } from '@shop/language/analysis/export-events'
import type { Decider } from '../handler/decider.ts'

type Made = ExportEvent['data']
export type ExportCommand = Readonly<{ type: 'Make'; made: ExportEvent }>

export const exportDecider: Decider<Made | undefined, ExportCommand, ExportEvent> = {
  initialState: undefined,
  evolve: (_, { data }) => data,
  decide: ({ made }, before) => (before ? [] : [made]),
  snapshot: { name: 'export@2', write: (made) => made, read: (made: Made) => made },
}
