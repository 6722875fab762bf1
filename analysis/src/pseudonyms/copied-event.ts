import { isKnown } from '@shop/language/all-events'
import type { Recorded } from '@shop/language/events/event'
import { openEvent } from '@shop/stores/sealing/sealed-event'
import { copiedData } from '../tables/all-tables.ts'
import type { Shape } from '../tables/shape.ts'
import type { Treatment } from '../tables/treatments.ts'
import { copiedStream } from './copied-stream.ts'
import type { Pseudonym } from './pseudonyms.ts'

/** STORAGE FORMAT: a row of the table `events`, and a line of the copy's tail. */
export type CopiedEvent = Readonly<{
  /** The event's number: 1 for the log's first event, without gaps, the same in every store. */
  event: number
  recordedAt: string
  stream: string
  kind: string
  version: number
  type: string
  schemaVersion: number
  actorRole: string
  actor: string | null
  correlation: string
  causation: string
  /** The data after upcasting. Null if the type is unknown or its upcaster fails. */
  data: unknown
}>

/** Copying needs no keys, because the copy leaves sealed fields out. */
const NO_KEYS: ReadonlyMap<string, Buffer> = new Map()

/** Leaves out personal fields. Pseudonyms replace ids of people and ids that give access. */
export function createEventCopier(pseudonym: Pseudonym) {
  const copyOfData = createDataCopier(pseudonym)
  return (stored: Recorded, event: number): CopiedEvent => {
    const { metadata, version, type } = stored
    const { actor, schemaVersion, recordedAt } = metadata
    return {
      event,
      recordedAt,
      ...copiedStream(stored.stream, pseudonym),
      version,
      type,
      schemaVersion,
      actorRole: actor.role,
      actor: actor.id === undefined ? null : pseudonym(actor.id),
      correlation: pseudonym(metadata.correlationId),
      // Not cached: nearly every event has another causation id.
      causation: pseudonym(metadata.causationId, false),
      data: copyOfData(stored),
    }
  }
}

type Copy = (value: unknown) => unknown

function createDataCopier(pseudonym: Pseudonym) {
  const copies = new Map<string, Copy>()

  function copyFor(type: string): Copy {
    const known = copies.get(type)
    if (known) return known
    const { shape, treatmentAt } = copiedData(type)!
    const made = copyOf(shape, '', treatmentAt, pseudonym)
    copies.set(type, made)
    return made
  }

  return (stored: Recorded): unknown => {
    if (!isKnown(stored.type)) return null
    try {
      return copyFor(stored.type)(openEvent(stored, NO_KEYS).data)
    } catch {
      // The projections report this error.
      return null
    }
  }
}

/** A value that does not fit `shape` becomes null, so that no unexpected data gets into the copy. */
function copyOf(
  shape: Shape,
  path: string,
  treatmentAt: (path: string) => Treatment | undefined,
  pseudonym: Pseudonym,
): Copy {
  switch (shape.is) {
    case 'list': {
      const copy = copyOf(shape.of, path, treatmentAt, pseudonym)
      return (value) => (Array.isArray(value) ? value.map(copy) : null)
    }
    case 'struct': {
      const fields = Object.entries(shape.fields).map(
        ([name, field]) => [name, copyOf(field, path ? `${path}.${name}` : name, treatmentAt, pseudonym)] as const,
      )
      return (value) => (typeof value === 'object' && value !== null ? copiedFields(value, fields) : null)
    }
    case 'VARCHAR':
      if (treatmentAt(path) === 'pseudonym') return (value) => (typeof value === 'string' ? pseudonym(value) : null)
      return (value) => (typeof value === 'string' ? value : null)
    case 'BOOLEAN':
      return (value) => (typeof value === 'boolean' ? value : null)
    case 'JSON':
      return treatmentAt(path) === 'kept' ? (value) => value ?? null : () => null
    default:
      return (value) => (typeof value === 'number' ? value : null)
  }
}

function copiedFields(value: object, fields: readonly (readonly [string, Copy])[]) {
  const copied: Record<string, unknown> = {}
  for (const [name, copy] of fields) {
    const field = (value as Readonly<Record<string, unknown>>)[name]
    if (field !== undefined) copied[name] = copy(field)
  }
  return copied
}
