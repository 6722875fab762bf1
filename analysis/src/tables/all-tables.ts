import { hash } from 'node:crypto'
import { allEvents, type ShopEvent } from '@shop/language/all-events'
import { type Shape, type Struct, shapeOf } from './shape.ts'
import { type Treatment, treatments } from './treatments.ts'

/** `mixed`: some texts, or parts of a text, are pseudonyms. */
export type Column = Readonly<{ name: string; type: string; treatment: 'kept' | 'pseudonym' | 'mixed' }>
export type Table = Readonly<{
  /** The type of the events, or `events` for the table of all events. */
  name: string
  columns: readonly Column[]
  /** Personal fields, which are never copied. */
  dropped: readonly string[]
}>

/** The copied fields of an event's data. `own`: their columns. `treatmentAt`: the treatment of the text at a path. */
export type CopiedData = Readonly<{
  shape: Struct
  own: readonly Column[]
  treatmentAt: (path: string) => Treatment | undefined
}>

const kept = (name: string, type: string): Column => ({ name, type, treatment: 'kept' })
const pseudonym = (name: string): Column => ({ name, type: 'VARCHAR', treatment: 'pseudonym' })

const placed: readonly Column[] = [
  kept('event', 'BIGINT'),
  kept('recordedAt', 'TIMESTAMP'),
  { name: 'stream', type: 'VARCHAR', treatment: 'mixed' },
]

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

export const allTables: readonly Table[] = [eventsTable, ...[...byType.values()].map(({ table }) => table)]

/** Undefined for an unknown type, whose events are only in `events`. */
export const tableOf = (type: string): Table | undefined => byType.get(type)?.table

export const copiedData = (type: string): CopiedData | undefined => byType.get(type)?.data

/** Covers all definitions that decide what a copy contains. A copy with another digest is rebuilt. */
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

function duckType(shape: Shape): string {
  if (shape.is === 'list') return `${duckType(shape.of)}[]`
  if (shape.is !== 'struct') return shape.is
  const fields = Object.entries(shape.fields).map(([name, field]) => `${quoted(name)} ${duckType(field)}`)
  return `STRUCT(${fields.join(', ')})`
}

/** Some names are reserved words in SQL (`at`, `from`, `to`). */
export function quoted(name: string) {
  return `"${name.replaceAll('"', '""')}"`
}
