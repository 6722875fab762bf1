import { hash } from 'node:crypto'
import { allEvents, type ShopEvent } from '@shop/language/events/all'
import { type Shape, type Struct, shapeOf } from './shape.ts'
import { type Treatment, treatments } from './treatments.ts'

/** `mixed`: a struct or a list of them in which some texts are pseudonyms. */
export type Column = Readonly<{ name: string; type: string; treatment: 'kept' | 'pseudonym' | 'mixed' }>
export type Table = Readonly<{
  /** The event's type, or `events`. */
  name: string
  /** As DuckDB has them: first those that every table has. */
  columns: readonly Column[]
  /** Personal fields of the event, which no copy has. */
  dropped: readonly string[]
}>

/** What is in the copy of an event's data: the shape without personal fields, its columns, and what becomes of each text by its path. */
export type CopiedData = Readonly<{
  shape: Struct
  own: readonly Column[]
  treatmentAt: (path: string) => Treatment | undefined
}>

const kept = (name: string, type: string): Column => ({ name, type, treatment: 'kept' })
const pseudonym = (name: string): Column => ({ name, type: 'VARCHAR', treatment: 'pseudonym' })

/** Which event, when, and where: in every table. A stream's name has a pseudonym where its id is treated so. */
const placed: readonly Column[] = [
  kept('event', 'BIGINT'),
  kept('recordedAt', 'TIMESTAMP'),
  { name: 'stream', type: 'VARCHAR', treatment: 'mixed' },
]

/** Every event, whatever its type. */
export const eventsTable: Table = {
  name: 'events',
  columns: [
    ...placed,
    kept('kind', 'VARCHAR'),
    kept('version', 'BIGINT'),
    kept('type', 'VARCHAR'),
    kept('schemaVersion', 'BIGINT'),
    kept('actorRole', 'VARCHAR'),
    pseudonym('actor'),
    pseudonym('correlation'),
    pseudonym('causation'),
    { name: 'data', type: 'JSON', treatment: 'mixed' },
  ],
  dropped: [],
}

type Defined = Readonly<{ table: Table; data: CopiedData }>
const byType: ReadonlyMap<string, Defined> = new Map(allEvents.map((event) => [event.type, defined(event)]))

/** One table for each type of event, and `events`. */
export const allTables: readonly Table[] = [eventsTable, ...[...byType.values()].map(({ table }) => table)]

/** The table of an event's type; undefined for a type that this version does not know, whose events are in `events` alone. */
export const tableOf = (type: string): Table | undefined => byType.get(type)?.table

/** What is copied of an event's data; undefined for a type that this version does not know. */
export const copiedData = (type: string): CopiedData | undefined => byType.get(type)?.data

/** What the rows of a copy depend on: a copy of another digest is built anew. */
export const tablesDigest: string = hash(
  'sha256',
  JSON.stringify([allTables, treatments, allEvents.map(({ type, version }) => [type, version])]),
)

function defined({ type, schema, personal }: (typeof allEvents)[number]): Defined {
  const dropped: readonly string[] = personal?.fields ?? []
  const fields = Object.entries(shapeOf(schema).fields).filter(([name]) => !dropped.includes(name))
  const shape: Struct = { is: 'struct', fields: Object.fromEntries(fields) }
  const treatmentAt = treatmentsOf(type)
  const own = fields.map(([name, field]) => ({
    name,
    type: duckType(field),
    treatment: treatmentOfColumn(field, name, treatmentAt),
  }))
  return {
    table: { name: type, columns: [...placed, kept('version', 'BIGINT'), ...own], dropped },
    data: { shape, own, treatmentAt },
  }
}

function treatmentsOf(type: ShopEvent['type']) {
  const { kept = '', pseudonym = '' } = treatments[type]
  const given = new Map<string, Treatment>()
  for (const path of kept.split(' ')) given.set(path, 'kept')
  for (const path of pseudonym.split(' ')) given.set(path, 'pseudonym')
  return (path: string) => given.get(path)
}

function treatmentOfColumn(shape: Shape, path: string, treatmentAt: CopiedData['treatmentAt']): Column['treatment'] {
  if (shape.is === 'list') return treatmentOfColumn(shape.of, path, treatmentAt)
  if (shape.is !== 'struct') return treatmentAt(path) === 'pseudonym' ? 'pseudonym' : 'kept'
  const inside = Object.entries(shape.fields).map(([name, field]) =>
    treatmentOfColumn(field, `${path}.${name}`, treatmentAt),
  )
  return inside.every((one) => one === 'kept') ? 'kept' : 'mixed'
}

/** The name of the type in DuckDB's SQL. */
function duckType(shape: Shape): string {
  if (shape.is === 'list') return `${duckType(shape.of)}[]`
  if (shape.is !== 'struct') return shape.is
  const fields = Object.entries(shape.fields).map(([name, field]) => `${quoted(name)} ${duckType(field)}`)
  return `STRUCT(${fields.join(', ')})`
}

/** A name as SQL has it, also one that is a reserved word (`at`, `from`, `to`). */
export function quoted(name: string) {
  return `"${name.replaceAll('"', '""')}"`
}
