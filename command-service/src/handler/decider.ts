import type { Event } from '@shop/language/events/event'

/** The rules of one kind of stream, as pure functions: no clock, no database, no promise. */
export type Decider<State, Command, E extends Event> = Readonly<{
  initialState: State
  /** `number` is the event's place in its stream, from 0. */
  evolve: (state: State, event: E, number?: number) => State
  /** Returns the events that follow, `[]` if nothing changes; throws ShopError to refuse. */
  decide: (command: Command, state: State) => readonly E[]
  /**
   * Commands that are safe to repeat: they ask for a state rather than for a change, or the state itself lets them
   * happen only once. A repeat is decided on the state, so their ids need not be looked up.
   */
  isGuarded?: (command: Command) => boolean
  /** Commands that create a stream. If it is not in memory it is assumed to be empty; if it is not, the append conflicts. */
  begins?: (command: Command) => boolean
  /** How many entries the state holds, if that can be many: counts against the memory limit for streams. */
  sizeOf?: (state: State) => number
  /** How the state is stored in snapshots. Absent if it holds personal fields: such streams are short. */
  snapshot?: SnapshotForm<State>
}>

export type SnapshotForm<State> = Readonly<{
  /** As `stock@2`. Raise the number when `evolve` or the form changes: snapshots with another name are then ignored. */
  name: `${string}@${number}`
  /** The state as plain JSON. */
  write: (state: State) => unknown
  /** Restores the state from what `write` returned. */
  read: (stored: never) => State
}>
