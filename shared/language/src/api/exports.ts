import * as z from 'zod'
import { MOST_NUMBER } from './as-of.ts'
import type * as answers from './export-answers.ts'
import { MAX_TEXT } from './limits.ts'
import { text } from './text.ts'

/** More than there are types of events. */
const MOST_TYPES = 200
const event = z.int().min(1).max(MOST_NUMBER)

/** Body of POST /api/analysis/exports: events `from` to `to`, of these types or of all. */
export const ExportBody = z
  .object({
    format: z.enum(['parquet', 'ndjson']),
    from: event.default(1),
    to: event,
    types: z.array(text(MAX_TEXT.word)).max(MOST_TYPES).default([]),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'Must not be before the first event' })

export type Export = z.output<typeof answers.Export>
