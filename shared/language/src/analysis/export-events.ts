import * as z from 'zod'
import { defineEvent, type EventOf } from '../events/event.ts'

/** Recorded before the first byte is sent. */
export const ExportMade = defineEvent('ExportMade', {
  says: 'An analyst exported events, in the form that analysts see.',
  schema: z.object({
    exportId: z.string(),
    authorId: z.string(),
    format: z.enum(['parquet', 'ndjson']),
    /** The first and the last exported event. */
    from: z.int().positive(),
    to: z.int().positive(),
    /** An empty list means all types. */
    types: z.array(z.string()),
    madeAt: z.string(),
  }),
})

/** Recorded before the first byte is sent. A question may contain personal data, so the event has only the question's digest. */
export const AnswerExported = defineEvent('AnswerExported', {
  says: 'An analyst exported the answer to a question.',
  schema: z.object({
    exportId: z.string(),
    authorId: z.string(),
    runId: z.string(),
    format: z.enum(['parquet', 'ndjson']),
    /** The last event that the question included; 0 if it saw none. */
    asOf: z.int().nonnegative(),
    questionDigest: z.string(),
    resultDigest: z.string(),
    rows: z.int().nonnegative(),
    madeAt: z.string(),
  }),
})

export const exportEvents = [ExportMade, AnswerExported] as const
export type ExportEvent = EventOf<(typeof exportEvents)[number]>

export const exportStream = (exportId: string) => `export-${exportId}`
