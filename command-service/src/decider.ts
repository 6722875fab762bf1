import type { Event } from '@shop/language/events/event'

/** The rules of one kind of stream, as three pure pieces: no clock, no database, no promise. */
export type Decider<State, Command, E extends Event> = Readonly<{
  initialState: State
  evolve: (state: State, event: E) => State
  /** Returns what happens, `[]` when nothing needs to; throws ShopError to refuse. */
  decide: (command: Command, state: State) => readonly E[]
}>
