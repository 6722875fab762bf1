import { MAIL_KINDS, mailIdOf } from '@shop/language/mail/subject'
import type { EventReader } from '@shop/stores/event-store/event-store'
import type { Pseudonym } from '../pseudonyms/pseudonyms.ts'

/** Returns the pseudonyms of the ids of all mails that these streams' events could cause. */
export type MailIdsOf = (streams: readonly string[]) => Promise<readonly string[]>

/**
 * A mail's id is made from the id of the event that caused it. The copy has no ids of events, so they come from the log. This works only
 * for the streams of checkouts and orders, whose names are the same in the log and the copy.
 */
export const createMailIds =
  (log: Pick<EventReader, 'readStream'>, pseudonym: Pseudonym): MailIdsOf =>
  async (streams) => {
    const ids: string[] = []
    for (const stream of streams)
      for await (const { id } of log.readStream(stream))
        ids.push(...MAIL_KINDS.map((kind) => pseudonym(mailIdOf(id, kind), false)))
    return ids
  }
