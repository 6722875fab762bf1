import {
  QuestionMailDue,
  type QuestionMailEvent,
  QuestionSubscribed,
  QuestionUnsubscribed,
} from '@shop/language/question/mail-events'
import type { Decider } from '../handler/decider.ts'

/** For each subscriber's account: when the next mail is due. */
export type Subscribers = Readonly<Record<string, string>>

export type SubscribersCommand = Readonly<{ name: string; at: string }> &
  (
    | Readonly<{ type: 'Subscribe'; accountId: string; dueAt: string }>
    | Readonly<{ type: 'Unsubscribe'; accountId: string }>
    /** `monday` is the latest Monday. If the mails of several Mondays are due, only the mail of `monday` is sent. */
    | Readonly<{ type: 'Send'; accountId: string; monday: string; nextAt: string }>
    | Readonly<{ type: 'TakeOver'; subscribers: Subscribers }>
    | Readonly<{ type: 'End' }>
  )

export const subscribersDecider: Decider<Subscribers, SubscribersCommand, QuestionMailEvent> = {
  initialState: {},

  // A repeat of these commands finds nothing left to change.
  isGuarded: ({ type }) => type === 'Send' || type === 'TakeOver' || type === 'End',

  evolve(subscribers, { type, data }) {
    const { [data.accountId]: _, ...others } = subscribers
    if (type === 'QuestionUnsubscribed') return others
    return { ...others, [data.accountId]: type === 'QuestionSubscribed' ? data.dueAt : data.nextAt }
  },

  decide(command, subscribers) {
    const { name, at } = command
    const subscribe = (accountId: string, dueAt: string) =>
      accountId in subscribers ? [] : [QuestionSubscribed({ name, accountId, dueAt, subscribedAt: at })]
    const end = (accountId: string) =>
      accountId in subscribers ? [QuestionUnsubscribed({ name, accountId, endedAt: at })] : []
    switch (command.type) {
      case 'Subscribe':
        return subscribe(command.accountId, command.dueAt)
      case 'Unsubscribe':
        return end(command.accountId)
      case 'Send': {
        const { accountId, monday, nextAt } = command
        const dueAt = subscribers[accountId]
        return dueAt === undefined || dueAt > at ? [] : [QuestionMailDue({ name, accountId, dueAt: monday, nextAt })]
      }
      case 'TakeOver':
        return Object.entries(command.subscribers).flatMap(([accountId, dueAt]) => subscribe(accountId, dueAt))
      case 'End':
        return Object.keys(subscribers).flatMap(end)
    }
  },

  snapshot: {
    name: 'subscribers@1',
    write: (subscribers) => subscribers,
    read: (subscribers: Subscribers) => subscribers,
  },
}
