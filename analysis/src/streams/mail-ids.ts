import { MAIL_KINDS, mailIdOf } from '@shop/language/mail/subject'
import type { EventReader } from '@shop/stores/event-store/event-store'
import type { Pseudonym } from '../pseudonyms/pseudonyms.ts'

/** Returns the ids that mails about these streams would have in the copy. The shop has sent only a few of these mails. */
export type MailIdsOf = (streams: readonly string[]) => Promise<readonly string[]>

/**
 * Makes the function that computes ids of mails. A mail's id is made from the id of the event that caused the mail. The copy has no ids of
 * events, so the function reads them from the log. Only streams whose names are the same in the log and in the copy are found: streams of
 * checkouts and of orders.
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
