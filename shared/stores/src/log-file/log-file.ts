import type { Recorded } from '@shop/language/events/event'
import * as z from 'zod'

/**
 * STORAGE FORMAT. A log as NDJSON. Each line is one event as the store has it, with sealed fields, in the log's order. The last line is the
 * manifest. The manifest's digest is the output of `head -n -1 shop.ndjson | sha256sum`.
 */
export const FORMAT = 'selvedge-log@1'

export const Manifest = z.strictObject({
  format: z.literal(FORMAT),
  /** The id of the exported log. An imported log gets another id. */
  log: z.string(),
  created: z.iso.datetime(),
  events: z.int().min(0),
  /** Positions of the first and the last event. Empty without events. */
  first: z.string(),
  last: z.string(),
  /** The head of the hash chain over these events, equal in every store. Files of earlier versions have no hash. */
  hash: z.string().optional(),
  /** Digest of all lines before the manifest, with their line breaks. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
export type Manifest = z.output<typeof Manifest>

const Line = z.strictObject({
  position: z.string(),
  stream: z.string().min(1),
  version: z.int().min(0),
  id: z.string().min(1),
  type: z.string().min(1),
  data: z.unknown(),
  metadata: z.looseObject({ recordedAt: z.string(), schemaVersion: z.int() }),
})

/** `message` is one line for the operator. */
export class LogFileError extends Error {}

export const toLine = ({ position, stream, version, id, type, data, metadata }: Recorded) =>
  `${JSON.stringify({ position, stream, version, id, type, data, metadata })}\n`

/** Undefined if the line is not an event. */
export function fromLine(line: Buffer): Recorded | undefined {
  const value = parsed(line)
  // The schema's result has the keys in another order, so the stored text would differ.
  return Line.safeParse(value).success ? (value as Recorded) : undefined
}

export function parsed(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString('utf8'))
  } catch {
    return undefined
  }
}
