import * as z from 'zod'
import { count, id, listOf, moment, word } from '../values/answer-values.ts'

const digest = z.string().regex(/^[0-9a-f]{64}$/)

const Column = z.object({
  name: z.string(),
  type: z.string().describe("The column's type, as the engine names it"),
  kind: z
    .enum(['integer', 'number', 'text', 'boolean', 'moment', 'day', 'list', 'record', 'evidence'])
    .describe(
      '`evidence`: the numbers of the events behind the row. If these lists do not fit into the answer, a long list is `{ first, events }`: its first numbers, and how many it has',
    ),
})

type Cell = null | boolean | number | string | readonly Cell[] | { readonly [field: string]: Cell }
const scalars = [z.null(), z.boolean(), z.number(), z.string()] as const
const record = z.record(
  z.string(),
  z.lazy(() => RunCell),
)
/** A value of a row. The entries of nested lists are not checked, because TypeScript rejects an array type that contains itself. */
export const RunCell: z.ZodType<Cell> = z
  .union([...scalars, z.array(z.union([...scalars, record, z.array(z.custom<Cell>())])), record])
  .describe('A number that does not fit into a double is sent as text. Times are in UTC')

const Answer = z.object({
  columns: listOf(Column),
  rows: listOf(listOf(RunCell)),
  files: z
    .object({ format: z.enum(['parquet', 'ndjson']), rows: count, bytes: count })
    .exactOptional()
    .describe('Present if the rows were written to files for an export'),
  truncated: z.boolean().describe('Whether there were more rows than this answer has'),
  asOf: z
    .object({ event: count, moment: z.string() })
    .describe('The answer covers events 1 to `event`; `now()` returned `moment`'),
  rangeDigest: digest.describe('The digest of the stored events'),
  questionDigest: digest.describe('The digest of the question and its parameters'),
  resultDigest: digest.describe(
    'The digest of the columns and rows with all of their evidence; the order of the rows does not matter',
  ),
  digestVersion: count.describe('The version of `resultDigest`; only digests of the same version can be compared'),
  schemaDigest: digest.describe("The digest of the tables' definitions"),
  engine: z.string(),
  unverifiable: listOf(z.string()).describe(
    'Why the same question can get a different answer, so that this answer cannot be verified; otherwise empty',
  ),
  dataEnds: z
    .string()
    .exactOptional()
    .describe(
      'A sentence that names the data that does not include the newest events yet, and its last time; absent if all data is complete',
    ),
  neverWritten: listOf(z.string())
    .exactOptional()
    .describe(
      'Up to five warnings, each about a column that the question compares with a text that the shop never writes into it; absent without warnings',
    ),
  compared: z
    .object({ rows: count, differing: count, sideDigests: listOf(digest).exactOptional() })
    .exactOptional()
    .describe(
      'Present if two rules were compared: the number of rows, the number of rows that differ, and for each rule the digest of all its rows. `resultDigest` covers both digests',
    ),
  elapsedMs: count,
  memoryBytes: count,
})

/** A question and its state. */
export const Run = z.object({
  id: z.uuid(),
  state: z.enum(['running', 'answered', 'failed']),
  progress: z
    .object({ share: z.number().min(0).max(1).exactOptional(), memoryBytes: count })
    .exactOptional()
    .describe(
      'Present while the run is running. `share`: the finished part, from 0 to 1; absent if the engine does not know it',
    ),
  answer: Answer.exactOptional(),
  failure: z
    .object({
      reason: z.enum(['refused', 'error', 'memory', 'size', 'time', 'cancelled', 'unavailable']),
      message: z.string(),
      position: count.exactOptional().describe('The position of a character in the question, from 0'),
    })
    .exactOptional(),
})

/** A tar archive: files of rows as Parquet or lines of JSON, and at the end a manifest with their schemas, counts and digests. */
export const Archive = z.file()

/** Only the author can fetch the file, by the export's id. */
export const AnswerExport = z.object({
  id,
  run: word,
  format: z.enum(['parquet', 'ndjson']),
  asOf: count.describe('The last event that the question included'),
  questionDigest: word,
  resultDigest: word,
  rows: count,
  madeAt: moment,
})

/** Only the author can fetch the file, by the export's id. */
export const Export = z.object({
  id,
  format: z.enum(['parquet', 'ndjson']),
  from: count.describe('The number of the first exported event'),
  to: count.describe('The number of the last exported event'),
  types: z.array(word).describe('The types of the exported events; empty if all types are exported'),
  madeAt: moment,
})
