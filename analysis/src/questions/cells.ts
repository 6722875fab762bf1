import {
  DuckDBArrayValue,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBListValue,
  DuckDBMapValue,
  DuckDBStructValue,
  DuckDBTimestampMillisecondsValue,
  DuckDBTimestampNanosecondsValue,
  DuckDBTimestampSecondsValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  type DuckDBType,
  DuckDBTypeId,
  DuckDBUnionValue,
  type DuckDBValue,
} from '@duckdb/node-api'
import type { Cell, ColumnKind } from './question.ts'

export function kindOf(name: string, type: DuckDBType): ColumnKind {
  const isIntegers =
    type.typeId === DuckDBTypeId.LIST && integers.has((type as { valueType: DuckDBType }).valueType.typeId)
  if (name.toLowerCase() === 'evidence' && (isIntegers || integers.has(type.typeId))) return 'evidence'
  if (integers.has(type.typeId)) return 'integer'
  return kinds.get(type.typeId) ?? 'text'
}

const integers: ReadonlySet<DuckDBTypeId> = new Set([
  DuckDBTypeId.TINYINT,
  DuckDBTypeId.SMALLINT,
  DuckDBTypeId.INTEGER,
  DuckDBTypeId.BIGINT,
  DuckDBTypeId.HUGEINT,
  DuckDBTypeId.UTINYINT,
  DuckDBTypeId.USMALLINT,
  DuckDBTypeId.UINTEGER,
  DuckDBTypeId.UBIGINT,
  DuckDBTypeId.UHUGEINT,
  DuckDBTypeId.BIGNUM,
])

const kinds: ReadonlyMap<DuckDBTypeId, ColumnKind> = new Map([
  [DuckDBTypeId.FLOAT, 'number'],
  [DuckDBTypeId.DOUBLE, 'number'],
  [DuckDBTypeId.DECIMAL, 'number'],
  [DuckDBTypeId.BOOLEAN, 'boolean'],
  [DuckDBTypeId.DATE, 'day'],
  [DuckDBTypeId.TIMESTAMP, 'moment'],
  [DuckDBTypeId.TIMESTAMP_TZ, 'moment'],
  [DuckDBTypeId.TIMESTAMP_S, 'moment'],
  [DuckDBTypeId.TIMESTAMP_MS, 'moment'],
  [DuckDBTypeId.TIMESTAMP_NS, 'moment'],
  [DuckDBTypeId.LIST, 'list'],
  [DuckDBTypeId.ARRAY, 'list'],
  [DuckDBTypeId.STRUCT, 'record'],
  [DuckDBTypeId.MAP, 'record'],
  [DuckDBTypeId.UNION, 'record'],
])

/** Equal values have equal JSON. A number that does not fit into a double becomes a text. */
export function cellOf(value: DuckDBValue): Cell {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  if (value instanceof DuckDBDecimalValue) return decimalCell(value)
  if (value instanceof DuckDBListValue || value instanceof DuckDBArrayValue) return value.items.map(cellOf)
  if (value instanceof DuckDBStructValue) return mapEntries(value.entries)
  if (value instanceof DuckDBMapValue) return value.entries.map(({ key, value: of }) => [cellOf(key), cellOf(of)])
  if (value instanceof DuckDBUnionValue) return { [value.tag]: cellOf(value.value) }
  return momentCell(value) ?? value.toString()
}

const mapEntries = (entries: Readonly<Record<string, DuckDBValue>>) =>
  Object.fromEntries(Object.entries(entries).map(([name, field]) => [name, cellOf(field)]))

/** A decimal of up to 15 digits fits into a double. */
function decimalCell(value: DuckDBDecimalValue): Cell {
  const digits = String(value.value).replace('-', '').length
  return digits <= 15 ? value.toDouble() : value.toString()
}

const MOST_MS = 8.64e15

/** A day, or a moment in UTC. A moment has milliseconds, or microseconds if needed. */
function momentCell(value: DuckDBValue): string | undefined {
  if (value instanceof DuckDBDateValue) return value.toString()
  const micros = microsOf(value)
  if (micros === undefined) return undefined
  const ms = Number(micros / 1000n) - (micros % 1000n < 0n ? 1 : 0)
  if (Math.abs(ms) > MOST_MS) return String(value)
  const rest = ((micros % 1000n) + 1000n) % 1000n
  const iso = new Date(ms).toISOString()
  return rest === 0n ? iso : iso.replace('Z', `${String(rest).padStart(3, '0')}Z`)
}

function microsOf(value: DuckDBValue): bigint | undefined {
  if (value instanceof DuckDBTimestampValue || value instanceof DuckDBTimestampTZValue) return value.micros
  if (value instanceof DuckDBTimestampMillisecondsValue) return value.millis * 1000n
  if (value instanceof DuckDBTimestampSecondsValue) return value.seconds * 1_000_000n
  if (value instanceof DuckDBTimestampNanosecondsValue) return value.nanos / 1000n
  return undefined
}
