import type { Recorded } from '@shop/language/events/event'
import { hashAfter } from '../hash-after.ts'
import { DIGEST_BYTES } from './copy-files.ts'

/** The digest of an empty log, in hexadecimal. */
export const NO_EVENTS: string = '00'.repeat(DIGEST_BYTES)

const bytesBefore = Buffer.alloc(DIGEST_BYTES)

/**
 * STORAGE FORMAT. The digest of all events up to this event. The event is digested as it is stored, so an erasure or a new upcaster changes
 * no digest. The digest contains the event's number instead of the store's position, so the same log has the same digests in every store.
 */
export function digestAfter(
  before: string,
  { stream, version, id, type, metadata, data }: Recorded,
  event: number,
): string {
  const { schemaVersion, recordedAt } = metadata
  const stored = JSON.stringify([event, stream, version, id, type, schemaVersion, recordedAt, data])
  bytesBefore.write(before, 'hex')
  return hashAfter(bytesBefore, stored)
}
