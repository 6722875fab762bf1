import * as z from 'zod'
import { count, id, moment, word } from '../values/answer-values.ts'

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
