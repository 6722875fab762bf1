import { type CartDocument, carts } from '@shop/language/cart/document'
import { GUEST_CART_TTL_MS } from '@shop/language/cart/events'
import { type QuestionMailDocument, questionMails } from '@shop/language/question/mail-document'
import { idFrom } from '@shop/language/values/id-from'
import type { JobQueue } from '@shop/stores/job-queue/job-queue'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import { runSweep, type Sweep } from '../run-sweep.ts'

/** See decisions C16 (expiry of guest carts). The command checks in the cart's stream that the cart has really expired. */
export const expireGuestCarts: Sweep<CartDocument> = {
  over: carts,
  due: (nowMs) => ({
    between: { unchangedSince: { to: new Date(nowMs - GUEST_CART_TTL_MS).toISOString() } },
    sortBy: { field: 'unchangedSince' },
  }),
  jobOf: ({ _id: guestId, unchangedSince }) => ({
    id: idFrom('expire-guest-cart', guestId, String(unchangedSince)),
    command: { type: 'ExpireGuestCart', guestId },
  }),
}

/** The command moves the subscription to the next Monday. */
const mailAnswers: Sweep<QuestionMailDocument> = {
  over: questionMails,
  due: (nowMs) => ({
    between: { dueAt: { to: new Date(nowMs).toISOString() } },
    sortBy: { field: 'dueAt' },
  }),
  jobOf: ({ name, accountId, dueAt }) => ({
    id: idFrom('mail-answer', name, accountId, dueAt),
    command: { type: 'MailAnswer', name, accountId },
  }),
}

type Options = Readonly<{
  onError: (error: unknown) => void
  /** Sweeps that remove old data use `forgetting`. */
  clock: Readonly<{ now: () => number; forgetting: () => number }>
}>

export const runSweeps = (
  readStore: Pick<ReadStore, 'find'>,
  queue: Pick<JobQueue, 'put'>,
  signal: AbortSignal,
  { onError, clock }: Options,
) =>
  Promise.all([
    runSweep(expireGuestCarts, readStore, queue, signal, { onError, now: clock.forgetting }),
    runSweep(mailAnswers, readStore, queue, signal, { onError, now: clock.now }),
  ])
