import * as z from 'zod'
import { count, listOf } from './answer-values.ts'

const digest = z.string().regex(/^[0-9a-f]{64}$/)

const Column = z.object({
  name: z.string(),
  type: z.string().describe('As the engine calls it'),
  kind: z
    .enum(['integer', 'number', 'text', 'boolean', 'moment', 'day', 'list', 'record', 'evidence'])
    .describe('`evidence`: numbers of events that the row is made of'),
})

type Cell = null | boolean | number | string | readonly Cell[] | { readonly [field: string]: Cell }
const scalars = [z.null(), z.boolean(), z.number(), z.string()] as const
const record = z.record(
  z.string(),
  z.lazy(() => RunCell),
)
/**
 * A value of a row. The schema contains itself only inside records. An array of itself would give generated clients a type that TypeScript
 * refuses as circular. So entries of nested lists have any type.
 */
export const RunCell: z.ZodType<Cell> = z
  .union([...scalars, z.array(z.union([...scalars, record, z.array(z.custom<Cell>())])), record])
  .describe('Numbers that no double holds are texts; moments are in UTC')

const Answer = z.object({
  columns: listOf(Column),
  rows: listOf(z.array(RunCell).readonly()),
  files: z
    .object({ format: z.enum(['parquet', 'ndjson']), rows: count, bytes: count })
    .exactOptional()
    .describe('Where its rows were put into files, which an export takes'),
  truncated: z.boolean().describe('Whether there were more rows than an answer holds'),
  asOf: z.object({ event: count, moment: z.string() }).describe('Events 1 to `event`; now() was `moment`'),
  rangeDigest: digest.describe('Of the events, as they are stored'),
  questionDigest: digest.describe('Of the text and its parameters'),
  resultDigest: digest.describe('Of the columns and rows, in any order'),
  digestVersion: count.describe('By which way `resultDigest` is made: those of one version alone can be compared'),
  schemaDigest: digest.describe("Of the tables' definitions"),
  engine: z.string(),
  unverifiable: listOf(z.string()).describe('Why the same question may be answered otherwise; empty if it cannot'),
  compared: z
    .object({ rows: count, differing: count })
    .exactOptional()
    .describe(
      'Where the rows of one rule were compared with those of another: how many there are, and how many differ',
    ),
  elapsedMs: count,
  memoryBytes: count,
})

/** Answer of the calls of a run: a question that is being answered, or has been answered. */
export const Run = z.object({
  id: z.uuid(),
  state: z.enum(['running', 'answered', 'failed']),
  progress: z
    .object({ share: z.number().min(0).max(1).exactOptional(), memoryBytes: count })
    .exactOptional()
    .describe('While it runs; `share` of the work is absent where the engine cannot tell'),
  answer: Answer.exactOptional(),
  failure: z
    .object({
      reason: z.enum(['refused', 'error', 'memory', 'size', 'time', 'cancelled', 'unavailable']),
      message: z.string(),
      position: count.exactOptional().describe('A character of the text, from 0'),
    })
    .exactOptional(),
})
