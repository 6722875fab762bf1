import type { Recorded } from '@shop/language/events/event'
import * as z from 'zod'

/**
 * STORAGE FORMAT. A log as a file: NDJSON, one event a line as its store keeps it, sealed fields still sealed, in the
 * log's order; the last line is the manifest. `head -n -1 shop.ndjson | sha256sum` gives the manifest's digest.
 */
export const FORMAT = 'selvedge-log@1'

export const Manifest = z.strictObject({
  format: z.literal(FORMAT),
  /** The log it was taken from. Wherever it is put, it is another log: only its events are the same. */
  log: z.string(),
  created: z.iso.datetime(),
  events: z.int().min(0),
  /** Positions in that log, empty when there are no events. */
  first: z.string(),
  last: z.string(),
  /** Of all lines before this one, each with its line break. */
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

/** The file cannot be used, or what stands in the way of using it; `message` is one line for the operator. */
export class LogFileError extends Error {}

export const toLine = ({ position, stream, version, id, type, data, metadata }: Recorded) =>
  `${JSON.stringify({ position, stream, version, id, type, data, metadata })}\n`

/** Undefined when the line is none. */
export function fromLine(line: Buffer): Recorded | undefined {
  const value = parsed(line)
  // The value itself: what a schema returns has its keys in another order, and would be stored as another text.
  return Line.safeParse(value).success ? (value as Recorded) : undefined
}

/** Undefined when it is not even JSON. */
export function parsed(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString('utf8'))
  } catch {
    return undefined
  }
}
