import * as z from 'zod'
import { MAX_EVENT, MAX_TEXT } from '../limits.ts'
import { exact } from '../values/text.ts'
import type * as answers from './run-answers.ts'

/** More than the number of event types. */
const MOST_TYPES = 200
export const exportFormat = z.enum(['parquet', 'ndjson'])
const event = z.int().min(1).max(MAX_EVENT)

/** Body of POST /api/analysis/exports. Both events are included. No `types` means all types. */
export const ExportBody = z
  .object({
    format: exportFormat,
    from: event.default(1),
    to: event,
    types: z.array(exact(MAX_TEXT.word)).max(MOST_TYPES).default([]),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'The last event must not be before the first event' })

const digest = z.string().regex(/^[0-9a-f]{64}$/, 'Send a digest of 64 hexadecimal digits')

/** Body of POST /api/analysis/answer-exports. The run must have written its rows to files. */
export const AnswerExportBody = z.object({
  run: exact(MAX_TEXT.word).min(1),
  format: exportFormat,
  asOf: z.int().min(0).max(MAX_EVENT),
  questionDigest: digest,
  resultDigest: digest,
  rows: z.int().min(0).max(MAX_EVENT),
})

export type Export = z.output<typeof answers.Export>
export type AnswerExport = z.output<typeof answers.AnswerExport>
