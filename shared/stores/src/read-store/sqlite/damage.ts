import type { Document } from '@shop/language/collection'
import { defect, logFact } from '../../logger/logger.ts'
import { isDamaged, isSqliteError } from '../../open-sqlite.ts'
import { damagedReadModel } from '../checkpoint.ts'

export type Damage = ReturnType<typeof createDamage>

/**
 * Calls `mark` once for each projection in which a read finds damage. Until the projection is rebuilt, it does not follow the log. `known`:
 * the projections that were already marked.
 */
export function createDamage(known: Iterable<string>, mark: (projection: string) => Promise<void>) {
  const marked = new Set(known)

  function note(projection: string, why: string) {
    if (marked.has(projection)) return
    marked.add(projection)
    logFact('warn', 'A read model is damaged and is rebuilt from the log', { projection, why })
    mark(projection).catch((error) => {
      marked.delete(projection)
      logFact('error', 'A damaged read model could not be marked for a rebuild. The next read tries again', {
        projection,
        ...defect(error),
      })
    })
  }

  return {
    /** Throws StoreUnavailable if the read finds damage. */
    noticed<T>(projection: string, read: () => T): T {
      try {
        return read()
      } catch (error) {
        if (!tellsOfDamage(error)) throw error
        note(projection, error.message)
        throw damagedReadModel(projection)
      }
    },
    requireNone(projections: readonly string[]) {
      for (const projection of projections)
        if (marked.has(projection))
          throw new Error(`${projection} is damaged. It follows the log again after its rebuild`)
    },
    healed: (projection: string) => void marked.delete(projection),
  }
}

export class DamagedDocuments extends Error {}

/** SQLite parses documents too, when it copies them into a table with other search fields. An operator can drop tables and indexes. */
const MESSAGES = /^(malformed JSON$|no such table: |no such index: )/

export const tellsOfDamage = (error: unknown): error is Error =>
  error instanceof DamagedDocuments ||
  isDamaged(error) ||
  (isSqliteError(error, 'ERROR') && MESSAGES.test(error.message))

/** The parser's message would contain a part of the document, which may be personal. */
export function documentIn<D extends Document>({ document }: Readonly<Record<string, unknown>>): D {
  try {
    return JSON.parse(String(document))
  } catch {
    throw new DamagedDocuments('a document cannot be parsed')
  }
}
