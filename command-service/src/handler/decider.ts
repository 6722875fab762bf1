import type { Event } from '@shop/language/events/event'

/** The rules of one kind of stream as pure functions: no clock, no database, no promise. */
export type Decider<State, Command, E extends Event> = Readonly<{
  initialState: State
  /** `number` is the event's version in its stream, from 0. */
  evolve: (state: State, event: E, number?: number) => State
  /** Returns the events that follow, `[]` if nothing changes; throws ShopError to refuse. */
  decide: (command: Command, state: State) => readonly E[]
  /**
   * Whether a command is safe to repeat: it requires a state instead of a change, or the state itself allows it only once. A repeat is then
   * decided on the state, and the ids of such commands need not be looked up.
   */
  isGuarded?: (command: Command) => boolean
  /** Whether a command creates its stream. A stream that is not in memory is then assumed empty; if it is not, the append conflicts. */
  begins?: (command: Command) => boolean
  /** How many entries the state holds, if it can be many. Counts against the memory limit for streams. */
  sizeOf?: (state: State) => number
  /** How the state is stored in snapshots. Absent if it holds personal fields; such streams are short. */
  snapshot?: SnapshotForm<State>
}>

export type SnapshotForm<State> = Readonly<{
  /** Such as `stock@2`. Raise the number when `evolve` or the form changes: snapshots with another name are then ignored. */
  name: `${string}@${number}`
  /** The state as plain JSON. */
  write: (state: State) => unknown
  /** Restores the state from what `write` returned. */
  read: (stored: never) => State
}>
