import type { Recorded } from '@shop/language/events/event'
import { jobsOf } from '@shop/projections/process-manager'
import { processes } from '@shop/projections/processes/all'
import { sendMails } from '@shop/projections/processes/send-mails'
import { createLinkTokens } from '@shop/server/http/link-tokens'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { plainClock } from '@shop/server/shop-clock'
import { createUnlimitedCounters } from '@shop/stores/counters/unlimited-counters'
import type { EventStore } from '@shop/stores/event-store/event-store'
import { pauseAfterMs } from '@shop/stores/job-queue/retries'
import { createSoleTurns } from '@shop/stores/turns/sole-turns'
import { createQueuedCommands, type QueuedJob } from '../handle-queued.ts'
import { createCommandHandler } from '../handler/command-handler.ts'
import { createLinks } from '../mail/links.ts'
import type { Parts } from '../parts.ts'
import type { PaymentProvider } from '../payment/payment-provider.ts'
import { noAnalysis } from '../question/ask-analysis.ts'
import { createPiecesInShop } from '../stock/pieces-in-shop.ts'
import { createFakeProvider } from './fake-provider.ts'
import { createMemoryLog } from './memory-log.ts'
import { createMemoryMailer } from './memory-mailer.ts'
import { actsIn } from './world-acts.ts'

/** Points at which a test can delay a process or let it die. */
export type Failpoint =
  | 'before append'
  | 'after append'
  | 'before provider'
  | 'after provider'
  | 'before mailer'
  | 'after mailer'
type Due = QueuedJob & { dueMs: number; failures?: number }

/**
 * The writing half of the shop without network, disk or clock. It has two processes on one log, a payment provider, and the process
 * managers with their queue. `payments` replaces the provider, and must call `pass` itself. With `turnsApart`, work with the same key may
 * run in both processes at once, as if Redis were unreachable. With `bounded`, unpaid holds have budgets.
 */
export function createWorld({
  pass = async (_: Failpoint) => {},
  handling = {},
  mails = false,
  payments,
  turnsApart = false,
  bounded = false,
  forgetting,
}: {
  pass?: (failpoint: Failpoint) => Promise<void>
  handling?: Parameters<typeof createCommandHandler>[1]
  mails?: boolean
  payments?: (provider: PaymentProvider) => PaymentProvider
  turnsApart?: boolean
  bounded?: boolean
  /** The clock that decides which old data may be deleted. */
  forgetting?: () => number
} = {}) {
  let nowMs = Date.parse('2026-01-01T10:00:00Z')
  let asked = 0
  let reviewEnds: 'COMPLETED' | 'DECLINED' | undefined
  const running = processes.filter((process) => mails || process !== sendMails)
  const jobs = new Map<string, Due>()
  const events: Recorded[] = []
  const listeners: ((event: Recorded) => void)[] = []
  const log = createMemoryLog({
    pass,
    onEvent(event) {
      events.push(event)
      for (const listen of listeners) listen(event)
      for (const job of running.flatMap((process) => jobsOf(process, event)))
        if (!jobs.has(job.id)) jobs.set(job.id, job)
    },
  })
  const bank = createFakeProvider(payments ? undefined : pass, () => new Date(nowMs))
  const provider = payments?.(bank.provider) ?? bank.provider
  const mailer = createMemoryMailer(pass)
  const turns = createSoleTurns()
  const partsOf = (from: EventStore = log): Parts => ({
    commands: createCommandHandler(from, { now: () => new Date(nowMs), ...handling }),
    clock: { ...plainClock(() => nowMs), ...(forgetting && { forgetting }) },
    mostEvents: async () => events.length,
    payments: provider,
    mailer,
    contactAddress: 'shop@shop.test',
    links: createLinks('https://shop.test'),
    checkWebhook: async () => ({ is: 'forged' }),
    checkoutTtlMs: 30 * 60_000,
    keys: { keyFor: async (id: string) => Buffer.from(id), destroy: async () => {} } as unknown as Parts['keys'],
    tokens: {} as Parts['tokens'],
    linkTokens: createLinkTokens('a secret of at least thirty-two bytes', () => new Date(nowMs)),
    timeZone: 'UTC',
    askAnalysis: noAnalysis,
    showsLinkTokens: true,
    digestSecret: '',
    uploadsFolder: '',
    counters: createUnlimitedCounters(),
    piecesInShop: bounded ? createPiecesInShop(from, () => nowMs) : undefined,
    turns: turnsApart ? createSoleTurns() : turns,
    corsOrigins: [],
  })
  let parts = [partsOf(), partsOf()]
  const someParts = () => parts[asked++ % 2]!
  const asking = (id = `request ${asked++}`): CommandMetadata => ({
    correlationId: id,
    causationId: id,
    actor: { role: 'customer' },
  })

  async function work({ id, command, failures = 0 }: Due) {
    try {
      const outcome = await createQueuedCommands(someParts())({ id, command })
      if (outcome) jobs.set(id, { id, command, dueMs: nowMs + outcome.againInMs })
      else jobs.delete(id)
    } catch {
      jobs.set(id, { id, command, dueMs: nowMs + pauseAfterMs(failures + 1), failures: failures + 1 })
    }
  }

  return {
    bank,
    mailer,
    log,
    events,
    jobs,
    work,
    watch: (listen: (event: Recorded) => void) => listeners.push(listen),
    parts: someParts,
    asking,
    now: () => nowMs,
    passTime: (ms: number) => (nowMs += ms),
    /** Both processes die and start again with empty memory. With `forgettingIds` they also no longer know the ids of handled commands. */
    restart({ forgettingIds = false } = {}) {
      const from = forgettingIds ? withoutIds(log) : log
      parts = [partsOf(from), partsOf(from)]
    },

    ...actsIn({ parts: someParts, asking, now: () => new Date(nowMs) }),

    /** From now on, the provider ends all reviews with `outcome` before each job that `settle` runs. */
    endReviews(outcome: 'COMPLETED' | 'DECLINED') {
      reviewEnds = outcome
    },
    async live(ms: number) {
      const untilMs = nowMs + ms
      for (;;) {
        const next = [...jobs.values()].toSorted((one, other) => one.dueMs - other.dueMs)[0]
        if (!next || next.dueMs > untilMs) break
        nowMs = Math.max(nowMs, next.dueMs)
        await work(next)
      }
      nowMs = untilMs
    },

    async settle(mostJobs = 2_000) {
      for (let done = 0; jobs.size > 0; done++) {
        if (done > mostJobs)
          throw new Error(`The queue never ends: ${[...jobs.values()].map(({ command }) => command.type)}`)
        const next = [...jobs.values()].reduce((first, job) => (job.dueMs < first.dueMs ? job : first))
        nowMs = Math.max(nowMs, next.dueMs)
        if (reviewEnds) for (const id of bank.orders.keys()) bank.review(id, reviewEnds)
        await work(next)
      }
    },
  }
}
const withoutIds = (log: EventStore): EventStore => ({
  ...log,
  async *readStream(...which) {
    for await (const event of log.readStream(...which)) {
      const { digest: _, ...metadata } = event.metadata
      yield { ...event, metadata: { ...metadata, causationId: `forgotten ${event.id}` } }
    }
  },
})

export type World = ReturnType<typeof createWorld>
