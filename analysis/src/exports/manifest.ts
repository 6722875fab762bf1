import { hash } from 'node:crypto'
import * as z from 'zod'

/* STORAGE FORMAT. What an export's archive has beside its files of rows, in the order that it ends with. */

export const MANIFEST = 'manifest.json'
/** The manifest's own digest, in hexadecimal digits. */
export const MANIFEST_DIGEST = 'manifest.sha256'

const column = z.strictObject({ name: z.string(), type: z.string() })
const digest = z.string().regex(/^[0-9a-f]{64}$/)

export const Manifest = z.strictObject({
  format: z.literal(1),
  export: z.string(),
  /** Numbers of events, both included, and of which types; of all where none is named. */
  events: z.strictObject({ from: z.int(), to: z.int(), types: z.array(z.string()) }),
  /** Of which question its rows are the answer, where it is no export of events: these are those that the question saw. */
  question: z
    .strictObject({
      sql: z.string(),
      parameters: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
      /** What now() answered. */
      moment: z.string(),
      questionDigest: digest,
      /** As the answer on the page has it. */
      resultDigest: digest,
      digestVersion: z.int(),
      schemaDigest: digest,
      engine: z.string(),
      unverifiable: z.array(z.string()),
    })
    .optional(),
  /** Of the log's events 1 to `to`, as every answer has it. */
  rangeDigest: digest,
  tables: z.array(
    z.strictObject({
      name: z.string(),
      columns: z.array(column),
      rows: z.int(),
    }),
  ),
  files: z.array(z.strictObject({ name: z.string(), rows: z.int(), bytes: z.int(), sha256: digest })),
})
export type Manifest = z.output<typeof Manifest>

export const digestOf = (text: string): string => hash('sha256', text)
