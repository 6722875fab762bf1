import type { JobQueue } from '@shop/stores/job-queue/job-queue'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import { runSweep } from '../run-sweep.ts'
import { expireGuestCarts } from './expire-guest-carts.ts'
import { mailAnswers } from './mail-answers.ts'

type Options = Readonly<{
  onError: (error: unknown) => void
  /** Sweeps that remove old data use `forgetting`. All other sweeps use `now`. */
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
