import { type Signal, type SignalEvent, SignalReceived } from '@shop/language/checkout/signal-events'
import type { Decider } from '../handler/decider.ts'

type Received = ReadonlySet<string>

export const signalDecider: Decider<Received, { type: 'Receive'; signal: Signal }, SignalEvent> = {
  initialState: new Set(),
  isGuarded: () => true,
  sizeOf: (received) => received.size,
  evolve: (received, { data }) => new Set(received).add(data.signalId),
  decide: ({ signal }, received) => (received.has(signal.signalId) ? [] : [SignalReceived(signal)]),
  snapshot: { name: 'signal@1', write: (received) => [...received], read: (ids: readonly string[]) => new Set(ids) },
}
