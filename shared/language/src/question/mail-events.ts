import * as z from 'zod'
import { defineEvent, type EventOf } from '../events/event.ts'

const subscription = { name: z.string(), accountId: z.string() }

/** `dueAt`: the first Monday, as a moment in UTC. */
export const QuestionSubscribed = defineEvent('QuestionSubscribed', {
  says: "An analyst wants a saved question's answer by mail each Monday.",
  schema: z.object({ ...subscription, dueAt: z.string(), subscribedAt: z.string() }),
})

/** `dueAt`: the Monday of the mail; the answer is as of this moment. `nextAt`: the next Monday. */
export const QuestionMailDue = defineEvent('QuestionMailDue', {
  says: "A weekly mail with a saved question's answer is due.",
  schema: z.object({ ...subscription, dueAt: z.string(), nextAt: z.string() }),
})

/** The analyst ended the mails, may no longer read answers, or was erased; or the question was renamed or deleted. */
export const QuestionUnsubscribed = defineEvent('QuestionUnsubscribed', {
  says: "An analyst no longer gets a saved question's answer by mail.",
  schema: z.object({ ...subscription, endedAt: z.string() }),
})

export const questionMailEvents = [QuestionSubscribed, QuestionMailDue, QuestionUnsubscribed] as const
export type QuestionMailEvent = EventOf<(typeof questionMailEvents)[number]>

export const subscribersStream = (name: string) => `subscribers-${name}`
