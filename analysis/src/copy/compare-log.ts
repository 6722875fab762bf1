import { closeSync, openSync, readSync } from 'node:fs'
import type { Recorded } from '@shop/language/events/event'
import { DIGEST_BYTES, digestFile } from './copy-files.ts'
import { digestAfter, NO_EVENTS } from './event-digest.ts'

/**
 * `digestAt`: the log's digest up to each requested event. `digest`: the log's digest up to the last event. `differs`: the first event
 * where log and copy differ.
 */
export type Compared = Readonly<{
  digestAt: ReadonlyMap<number, string>
  differs?: Readonly<{ event: number; type: string }>
  events: number
  digest: string
}>

export async function compareLog(
  folder: string,
  batches: AsyncIterable<readonly Recorded[]>,
  at: ReadonlySet<number>,
): Promise<Compared> {
  const file = openSync(digestFile(folder), 'r')
  const digestAt = new Map<number, string>([[0, NO_EVENTS]])
  let [digest, events] = [NO_EVENTS, 0]
  let differs: Compared['differs']
  try {
    for await (const batch of batches) {
      const copied = Buffer.alloc(batch.length * DIGEST_BYTES)
      const length = readSync(file, copied, 0, copied.length, events * DIGEST_BYTES)
      for (const [index, stored] of batch.entries()) {
        events++
        digest = digestAfter(digest, stored, events)
        if (at.has(events)) digestAt.set(events, digest)
        const [from, to] = [index * DIGEST_BYTES, (index + 1) * DIGEST_BYTES]
        // An event that is not copied yet is not a difference.
        if (!differs && to <= length && digest !== copied.toString('hex', from, to))
          differs = { event: events, type: stored.type }
      }
    }
  } finally {
    closeSync(file)
  }
  return { digestAt, events, digest, ...(differs && { differs }) }
}
