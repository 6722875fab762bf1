import { definitionOf, isKnown } from '@shop/language/all-events'
import type { Recorded } from '@shop/language/events/event'

/** Returns the first event of each type and version that this version of the shop does not know, with its position. */
export async function unknownEvents(batches: AsyncIterable<readonly Recorded[]>): Promise<readonly string[]> {
  const found = new Map<string, string>()
  for await (const events of batches)
    for (const { type, metadata, position } of events) {
      const version = metadata.schemaVersion
      if (isKnown(type) && Number.isInteger(version) && version >= 1 && version <= definitionOf(type).version) continue
      const kind = `${type} of version ${version}`
      if (!found.has(kind)) found.set(kind, `${kind} at position ${position.replace(/^0+(?=\d)/, '')}`)
    }
  return [...found.values()]
}
