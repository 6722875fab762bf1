import { hash } from 'node:crypto'
import * as z from 'zod'

/* STORAGE FORMAT. In the archive, the manifest comes after the files with rows. */

export const MANIFEST = 'manifest.json'
/** The archive's last file: the manifest's digest in hexadecimal. */
export const MANIFEST_DIGEST = 'manifest.sha256'

const column = z.strictObject({ name: z.string(), type: z.string() })
const digest = z.string().regex(/^[0-9a-f]{64}$/)

export const Manifest = z.strictObject({
  format: z.literal(1),
  export: z.string(),
  /** Events `from` to `to`, both included. An empty list `types` means all types. */
  events: z.strictObject({ from: z.int(), to: z.int(), types: z.array(z.string()) }),
  /** Present if the rows are the answer to a question. The question could see `events`. */
  question: z
    .strictObject({
      sql: z.string(),
      parameters: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
      /** The moment that now() returned. */
      moment: z.string(),
      questionDigest: digest,
      /** The digest that the questions page shows. */
      resultDigest: digest,
      digestVersion: z.int(),
      schemaDigest: digest,
      engine: z.string(),
      unverifiable: z.array(z.string()),
    })
    .optional(),
  /** The digest of the events from 1 to `to`. Every answer as of event `to` contains the same digest. */
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
