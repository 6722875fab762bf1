import * as z from 'zod'
import type { Role } from '../values/role.ts'

/** Named in the past tense, plain JSON, never changed after it is stored. */
export type Event<Type extends string = string, Data = unknown> = Readonly<{ type: Type; data: Data }>

/** Each attempt to handle a command gives its events new ids. */
export type NewEvent<E extends Event = Event> = E & Readonly<{ id: string; metadata: Metadata }>

/** `version`: the version in the stream, from 0. `position`: the position in the log. */
export type Recorded<E extends Event = Event> = NewEvent<E> &
  Readonly<{
    stream: string
    version: number
    position: Position
    /**
     * The error, if a follower could not decrypt or upcast the event. In that case `data` is as it was stored, and a handler of the event
     * throws this error.
     */
    unreadable?: Error
  }>

/** Positions are opaque: compare them with `<` and store them, but never compute with them. */
export type Position = string
export const START: Position = ''

export type Actor = Readonly<{ id?: string; role: 'guest' | Role | 'system' }>

/** Metadata is never sealed, so it has no personal fields. */
export type Metadata = Readonly<{
  correlationId: string
  /** The id of the command that caused the event: from the idempotency key, the gateway, or the job. */
  causationId: string
  actor: Actor
  /** Keyed digest of the request's body, if the request had an idempotency key. */
  digest?: string
  schemaVersion: number
  /** The time by the shop's clock (not by the log server's clock), ISO 8601, UTC. */
  recordedAt: string
}>

// Only the upcaster of an older version knows the shape of that version.
// biome-ignore lint/suspicious/noExplicitAny: an upcaster turns old data into the typed shape
type Upcaster = (data: any) => unknown

/** `of`: the field that names the person whose key seals `fields`. */
export type Personal = Readonly<{ of: string; fields: readonly string[] }>

/** A personal field is null once the person is erased. */
export const personal = <Schema extends z.ZodType>(schema: Schema) => z.nullable(schema)

type Declaration<Schema> = {
  /** What happened, for analysts and readers of the catalog of events. */
  says: string
  schema: Schema
  upcasters?: readonly Upcaster[]
  personal?: Personal
}

/** `upcasters[0]` upcasts version 1 to 2, and so on. */
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
