import { cartStream } from '@shop/language/events/cart-events'
import type { Recorded } from '@shop/language/events/event'
import { orderStream } from '@shop/language/events/order-events'
import { productStream } from '@shop/language/events/product-events'
import { type Signal, signalStream } from '@shop/language/events/signal-events'
import { stockStream } from '@shop/language/events/stock-events'
import { sampleProduct } from '@shop/language/test-support/sample-product'
import { leftShared } from '@shop/language/test-support/shared-line'
import { asksOf } from '@shop/projections/process-manager'
import { processes } from '@shop/projections/processes/all'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { createUnlimitedCounters } from '@shop/stores/counters/unlimited-counters'
import type { EventStore } from '@shop/stores/event-store/event-store'
import { retryCase } from '../attention/retry-case.ts'
import { cartDecider } from '../cart/cart-decider.ts'
import { createQueuedCommands, type QueuedJob } from '../handle-queued.ts'
import { createCommandHandler } from '../handler/command-handler.ts'
import { returnStock } from '../order/cancel-order.ts'
import { orderDecider } from '../order/order-decider.ts'
import type { Parts } from '../parts.ts'
import { productDecider } from '../product/product-decider.ts'
import { payCheckout } from '../purchase/pay-checkout.ts'
import { placeOrder } from '../purchase/place-order.ts'
import { recallPaid, recallPurchase } from '../purchase/purchase.ts'
import { startPayment } from '../purchase/start-payment.ts'
import { startPurchase } from '../purchase/start-purchase.ts'
import { stockDecider } from '../stock/stock-decider.ts'
import { signalDecider } from '../webhook/signal-decider.ts'
import { createFakeProvider } from './fake-provider.ts'
import { createMemoryLog } from './memory-log.ts'

const NO_SIGNAL = {
  signalId: 'WH-1',
  providerOrderId: null,
  captureId: null,
  refundId: null,
  disputeId: null,
  checkoutId: null,
  amountCents: null,
  code: null,
}

/** Where a test can hold a process up, or let it die. */
export type Failpoint = 'before append' | 'after append' | 'before provider' | 'after provider'
type Due = QueuedJob & { dueMs: number }

const ADDRESS = { firstName: '', lastName: '', address: '', city: '', postalCode: '', country: 'Norway', phone: '' }
const DETAILS = { ...sampleProduct, sku: '', sizes: ['M'] }

/**
 * The writing half of the shop without a network, a disk or a clock: two processes on one log, the provider, and the
 * processes with their queue. `pass` is called at every failpoint; `handling` replaces what a command handler takes from outside.
 */
export function createWorld({
  pass = async (_: Failpoint) => {},
  handling = {},
}: {
  pass?: (failpoint: Failpoint) => Promise<void>
  handling?: Parameters<typeof createCommandHandler>[1]
} = {}) {
  let nowMs = Date.parse('2026-01-01T10:00:00Z')
  let asked = 0
  let reviewEnds: 'COMPLETED' | 'DECLINED' | undefined
  const jobs = new Map<string, Due>()
  const events: Recorded[] = []
  const listeners: ((event: Recorded) => void)[] = []
  const log = createMemoryLog({
    pass,
    onEvent(event) {
      events.push(event)
      for (const listen of listeners) listen(event)
      for (const process of processes)
        asksOf(process, event).forEach(({ command, delayMs = 0 }, index) => {
          const id = `${process.name} ${event.id} ${index}`
          if (!jobs.has(id)) jobs.set(id, { id, command, dueMs: nowMs + delayMs })
        })
    },
  })
  const bank = createFakeProvider(pass, () => new Date(nowMs))
  const partsOf = (from: EventStore = log): Parts => ({
    commands: createCommandHandler(from, { now: () => new Date(nowMs), ...handling }),
    payments: bank.provider,
    isGenuineWebhook: async () => false,
    checkoutTtlMs: 30 * 60_000,
    keys: { destroy: async () => {} } as unknown as Parts['keys'],
    tokens: {} as Parts['tokens'],
    digestSecret: '',
    uploadsFolder: '',
    counters: createUnlimitedCounters(),
    corsOrigins: [],
  })
  let parts = [partsOf(), partsOf()]
  const someParts = () => parts[asked++ % 2]!
  const asking = (id = `request ${asked++}`): CommandMetadata => ({
    correlationId: id,
    causationId: id,
    actor: { role: 'customer' },
  })

  async function work({ id, command }: Due) {
    try {
      const outcome = await createQueuedCommands(someParts())({ id, command })
      if (outcome) jobs.set(id, { id, command, dueMs: nowMs + outcome.againInMs })
      else jobs.delete(id)
    } catch {
      jobs.set(id, { id, command, dueMs: nowMs + 1000 })
    }
  }

  return {
    bank,
    log,
    events,
    jobs,
    work,
    watch: (listen: (event: Recorded) => void) => listeners.push(listen),
    parts: someParts,
    asking,
    now: () => nowMs,
    passTime: (ms: number) => (nowMs += ms),
    /** Both processes die and start again: what they remembered is gone, and, if so wished, which commands were ever handled. */
    restart({ forgettingIds = false } = {}) {
      const from = forgettingIds ? withoutIds(log) : log
      parts = [partsOf(from), partsOf(from)]
    },

    async list(productId: string, available: number) {
      const { commands } = someParts()
      const details = { ...DETAILS, name: productId }
      await commands.handle(productDecider, productStream(productId), { type: 'List', productId, details }, asking())
      await commands.handle(stockDecider, stockStream(productId), { type: 'Count', productId, available }, asking())
    },
    async fill(ownerId: string, lines: Record<string, number>) {
      for (const [productId, quantity] of Object.entries(lines)) {
        const item = { productId, name: productId, image: '', size: 'M', color: 'Red', quantity, priceCents: 2500 }
        const add = { type: 'AddItem', ownerId, item, left: leftShared(quantity) } as const
        await someParts().commands.handle(cartDecider, cartStream(ownerId), add, asking())
      }
    },
    start(customerId: string, lines: Record<string, number>, key?: string) {
      const checkoutItems = Object.entries(lines).map(([productId, quantity]) => ({
        productId,
        quantity,
        size: 'M',
        color: 'Red',
        price: 25,
      }))
      const totalPrice = checkoutItems.reduce((sum, { quantity }) => sum + quantity * 25, 0)
      const body = { checkoutItems, totalPrice, shippingAddress: ADDRESS, paymentMethod: 'PayPal' as const }
      return startPurchase(someParts(), customerId, body, asking(key))
    },
    beginPayment: async (checkoutId: string, key?: string) =>
      startPayment(await recallPurchase(someParts(), checkoutId, asking(key))),
    pay: (customerId: string, hint: { checkoutId?: string; providerOrderId?: string }, key?: string) =>
      payCheckout(
        someParts(),
        customerId,
        { checkoutId: hint.checkoutId, providerOrderId: hint.providerOrderId },
        asking(key),
      ),
    /** The provider's webhook, as often as it likes. */
    async signal(said: Partial<Signal> & Pick<Signal, 'what'>, times = 1) {
      const signal = { ...NO_SIGNAL, ...said, receivedAt: new Date(nowMs).toISOString() }
      const receive = { type: 'Receive', signal } as const
      for (let time = 0; time < times; time++)
        await someParts().commands.ensure(signalDecider, signalStream(signal), receive, asking())
    },
    finalize: async (checkoutId: string, key?: string) =>
      placeOrder(await recallPaid(someParts(), checkoutId, asking(key))),
    async cancel(orderId: string) {
      const { commands } = someParts()
      const cancel = { type: 'ChangeStatus', status: 'Cancelled', at: new Date(nowMs).toISOString() } as const
      await commands.handle(orderDecider, orderStream(orderId), cancel, asking())
      await returnStock(commands, orderId, asking())
    },

    retryCase: (caseId: string) => retryCase(someParts(), caseId, asking()),

    /** From now on the provider decides on money that it looks at with the next job. */
    endReviews(outcome: 'COMPLETED' | 'DECLINED') {
      reviewEnds = outcome
    },
    /** Lets so much time pass, and works what falls due in it. */
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

    /** Lets time pass until the queue is empty: nobody asks for anything any more. */
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
/** The log as it is when no command's id is remembered any more. */
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
