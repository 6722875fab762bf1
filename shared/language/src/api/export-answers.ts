import * as z from 'zod'
import { count, id, moment, word } from './answer-values.ts'

/** A tar archive: files of rows as Parquet or as lines of JSON, and a manifest with their schemas, counts and digests at its end. */
export const Archive = z.file()

/** A question's answer that is to be taken out, as it was recorded: its file is fetched as that of an export. */
export const AnswerExport = z.object({
  id,
  run: word,
  format: z.enum(['parquet', 'ndjson']),
  asOf: count.describe('The last event that the question saw'),
  questionDigest: word,
  resultDigest: word,
  rows: count,
  madeAt: moment,
})

/** An export that was recorded: its file is fetched by its id, by whoever made it. */
export const Export = z.object({
  id,
  format: z.enum(['parquet', 'ndjson']),
  from: count.describe('The number of its first event'),
  to: count.describe('The number of its last event'),
  types: z.array(word).describe('Empty: of all types'),
  madeAt: moment,
})
