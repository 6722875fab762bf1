import * as z from 'zod'
import { defineEvent, type EventOf } from './event.ts'

/** An analyst took events out of the shop, as analysts see them: recorded before the first byte leaves. */
export const ExportMade = defineEvent('ExportMade', {
  says: 'An analyst took events out of the shop, as analysts see them.',
  schema: z.object({
    exportId: z.string(),
    authorId: z.string(),
    format: z.enum(['parquet', 'ndjson']),
    /** Numbers of events, both included. */
    from: z.int().positive(),
    to: z.int().positive(),
    /** Of these types; without any, of all. */
    types: z.array(z.string()),
    madeAt: z.string(),
  }),
})

/**
 * An analyst took a question's answer out of the shop: recorded before the first byte leaves. The question itself may have anything
 * written in it, and is in the archive alone: its digest says which one it was.
 */
export const AnswerExported = defineEvent('AnswerExported', {
  says: "An analyst took a question's answer out of the shop.",
  schema: z.object({
    exportId: z.string(),
    authorId: z.string(),
    /** The run that was asked. */
    runId: z.string(),
    format: z.enum(['parquet', 'ndjson']),
    /** The last event that the question saw; 0 if it saw none. */
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
