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

export const exportEvents = [ExportMade] as const
export type ExportEvent = EventOf<(typeof exportEvents)[number]>

export const exportStream = (exportId: string) => `export-${exportId}`
