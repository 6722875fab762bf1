import * as z from 'zod'
import type { Role } from '../api/role.ts'

/** Something that happened. Named in the past tense; plain JSON; never changed once stored. */
export type Event<Type extends string = string, Data = unknown> = Readonly<{ type: Type; data: Data }>

/** An event to be appended: its id is derived from the command's, so that a retry gives the same event. */
export type NewEvent<E extends Event = Event> = E & Readonly<{ id: string; metadata: Metadata }>

/** An event read from the log, with its version in its stream (from 0) and its position in the log. */
export type Recorded<E extends Event = Event> = NewEvent<E> &
  Readonly<{
    stream: string
    version: number
    position: Position
    /** Why its data is only as it was stored, of a follower's event that cannot be opened or upcast: whoever handles it throws this. */
    unreadable?: Error
  }>

/** An event's position in the log. Opaque: compare two with `<`, store it, never compute with it. */
export type Position = string
export const START: Position = ''

export type Actor = Readonly<{ id?: string; role: 'guest' | Role | 'system' }>

/** Why, by whom and when. Has no personal fields, since it is never sealed. */
export type Metadata = Readonly<{
  /** The request that the event belongs to. */
  correlationId: string
  /** The command that caused it: the idempotency key's own id, or the job's. */
  causationId: string
  actor: Actor
  /** Keyed digest of the request's body, where an idempotency key came with it. */
  digest?: string
  schemaVersion: number
  /** The shop's time, not the server's, so that it survives moving the log to another store. ISO 8601, UTC. */
  recordedAt: string
}>

// Only its upcaster knows the shape of an older version.
// biome-ignore lint/suspicious/noExplicitAny: the boundary where old data is upcast to the typed shape
type Upcaster = (data: any) => unknown

/** Which fields are personal, and which field names the person whose key seals them. */
export type Personal = Readonly<{ of: string; fields: readonly string[] }>

/** A personal field: null once the person is erased and the key destroyed. */
export const personal = <Schema extends z.ZodType>(schema: Schema) => z.nullable(schema)

type Declaration<Schema> = {
  /** What happened, in one sentence, for analysts and whoever reads the catalogue of events. */
  says: string
  schema: Schema
  upcasters?: readonly Upcaster[]
  personal?: Personal
}

/**
 * Declares one event: its name, what it says, its current schema, the upcasters of older versions, and its personal fields.
 * `upcasters[0]` lifts version 1 to 2, `upcasters[1]` lifts 2 to 3: the current version is
 * therefore always one more than the number of upcasters, and cannot disagree with them.
 */
export function defineEvent<Type extends string, Schema extends z.ZodType>(
  type: Type,
  { says, schema, upcasters = [], personal }: Declaration<Schema>,
) {
  type Data = z.output<Schema>
  const create = (data: Data): Event<Type, Data> => ({ type, data: schema.parse(data) as Data })
  const lift = (data: unknown, version: number): Data =>
    upcasters.slice(version - 1).reduce<unknown>((older, upcaster) => upcaster(older), data) as Data
  return Object.assign(create, { type, says, schema, personal, version: upcasters.length + 1, lift })
}

export type EventOf<Definition> = Definition extends {
  lift: (...args: never[]) => infer Data
  type: infer Type extends string
}
  ? Event<Type, Data>
  : never
