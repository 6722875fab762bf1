import { ShopError } from '@shop/language/errors'
import { MailBegun, MailDropped, type MailEvent, MailFailed, MailSent } from '@shop/language/mail/events'
import { isToShop, MAIL_KINDS } from '@shop/language/mail/subject'
import type { Decider } from '../handler/decider.ts'
import { isRecentId, noRecentIds, type RecentIds, sizeOfRecentIds, withRecentId } from '../handler/recent-ids.ts'

const HOUR_MS = 60 * 60 * 1000
/** One person gets at most this many mails of a kind in an hour. */
const MOST_OF_A_KIND = 3
/** The most mails that one person can get in a day. For these mails older ids are not needed, because a mail's job ends with the mail. */
export const MOST_ENDED = 24 * MOST_OF_A_KIND * MAIL_KINDS.length
/** If the result of the first try is unknown, a mail to a person is tried once more, under the same id. */
const MOST_UNKNOWN_TRIES = 2

/** Plain JSON, so snapshots store it unchanged. */
export type Mails = Readonly<{
  /** Unfinished mails by id, with the number of tries that are running or have an unknown result. */
  open: Readonly<Record<string, number>>
  ended: RecentIds<true>
  /** The times at which the last mails of each kind were first tried. */
  begunAt: Readonly<Record<string, readonly string[]>>
}>

export type MailCommand = Readonly<{ mailId: string; personId: string; kind: string }> &
  (
    | Readonly<{ type: 'Begin'; at: string }>
    | Readonly<{ type: 'NoteSent'; at: string }>
    | Readonly<{ type: 'NoteFailed'; code: string }>
    | Readonly<{ type: 'Drop'; reason: 'refused' | 'late' | 'moot' }>
  )

export const mailDecider: Decider<Mails, MailCommand, MailEvent> = {
  initialState: { open: {}, ended: noRecentIds(), begunAt: {} },

  isGuarded: () => true,

  evolve(mails, { type, data }) {
    const { mailId, kind } = data
    const { [mailId]: tries = 0, ...others } = mails.open
    switch (type) {
      case 'MailBegun': {
        const before = mails.begunAt[kind] ?? []
        const begunAt = mailId in mails.open ? before : [...before, data.begunAt].slice(-MOST_OF_A_KIND)
        return { ...mails, open: { ...others, [mailId]: tries + 1 }, begunAt: { ...mails.begunAt, [kind]: begunAt } }
      }
      case 'MailFailed':
        return { ...mails, open: { ...others, [mailId]: 0 } }
      case 'MailSent':
      case 'MailDropped':
        return { ...mails, open: others, ended: withRecentId(mails.ended, MOST_ENDED, mailId, true as const) }
    }
  },

  decide(command, mails) {
    const { mailId, personId, kind } = command
    const which = { mailId, personId, kind }
    const tries = mails.open[mailId]
    switch (command.type) {
      case 'Begin':
        if (hasEnded(mails, mailId)) return []
        // Anyone can write to the shop under a stranger's address, and must not delay the stranger's own messages (decisions K3).
        if (tries === undefined && !isToShop(kind)) refuseTooMany(mails.begunAt[kind] ?? [], command.at)
        // The shop must not miss a message, so it may arrive twice.
        if ((tries ?? 0) >= MOST_UNKNOWN_TRIES && !isToShop(kind)) return [MailDropped({ ...which, reason: 'unsure' })]
        return [MailBegun({ ...which, begunAt: command.at })]
      case 'NoteSent':
        return tries === undefined ? [] : [MailSent({ ...which, sentAt: command.at })]
      case 'NoteFailed':
        return tries === undefined ? [] : [MailFailed({ ...which, code: command.code })]
      case 'Drop':
        return tries === undefined ? [] : [MailDropped({ ...which, reason: command.reason })]
    }
  },

  sizeOf: ({ open, ended }) => Object.keys(open).length + sizeOfRecentIds(ended),

  snapshot: { name: 'mails@1', write: (mails) => mails, read: (mails: Mails) => mails },
}

export const hasEnded = ({ ended }: Mails, mailId: string) => isRecentId(ended, mailId)

/** Whether the mail may have ended so long ago that its id is no longer in the state. */
export const mayHaveEnded = ({ open, ended }: Mails, mailId: string) =>
  !(mailId in open) && sizeOfRecentIds(ended) >= MOST_ENDED

/** Throws RATE_LIMITED, with the seconds until the next mail of the kind may begin. */
function refuseTooMany(begunAt: readonly string[], at: string) {
  const [first] = begunAt
  if (first === undefined || begunAt.length < MOST_OF_A_KIND) return
  const waitMs = Date.parse(first) + HOUR_MS - Date.parse(at)
  // A longer wait shows that the clock was ahead when the first mail was tried.
  if (waitMs > 0 && waitMs <= HOUR_MS)
    throw new ShopError('RATE_LIMITED', `${MOST_OF_A_KIND} mails of this kind went to this person within an hour`, {
      details: { retryAfter: Math.ceil(waitMs / 1000) },
    })
}
