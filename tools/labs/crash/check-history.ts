import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Recorded } from '@shop/language/events/event'
import { jobsOf } from '@shop/projections/process-manager'
import { processes } from '@shop/projections/processes/all'
import { readEvents } from '@shop/stores/event-store/sqlite/read-events'
import { type Act, type Entry, readJournal } from '../journal.ts'

type Intent = Extract<Entry, { intent: string }>
type Ack = Extract<Entry, { ack: string }>

export type History = Readonly<{
  commands: number
  acknowledged: number
  events: number
  /** Commands that succeeded, but have no event in the log. */
  lost: readonly string[]
  /** Commands with more than one event in the log, and refused `add` commands with an event. */
  doubled: readonly string[]
  /** Events that neither a request nor a job has caused. */
  phantom: readonly string[]
}>

/** Each successful request for an act must have caused exactly one event of these types. */
const BY_REQUEST: Partial<Record<Act, readonly string[]>> = {
  register: ['AccountRegistered'],
  add: ['ItemAddedToCart'],
  'change quantity': ['CartQuantityChanged', 'ItemRemovedFromCart', 'NothingChanged'],
  'start checkout': ['CheckoutStarted'],
  'change status': ['OrderStatusChanged', 'NothingChanged'],
}
/** The type and the id that exactly one event of the log must have. Another request or a job can have caused this event. */
const BY_FACT: Partial<Record<Act, (ack: Ack) => string>> = {
  'begin payment': ({ answer }) => `PaymentStarted ${answer.providerOrderId}`,
  pay: ({ answer }) => `CheckoutPaid ${answer.id}`,
  finalize: ({ answer }) => `OrderPlaced ${answer.id}`,
}
const FACTS: Readonly<Record<string, string>> = {
  PaymentStarted: 'providerOrderId',
  CheckoutPaid: 'checkoutId',
  OrderPlaced: 'orderId',
}

/** Compares the shoppers' requests and answers with the events after the position `from`. */
export async function checkHistory(journalFile: string, logFile: string, from: string): Promise<History> {
  const [intents, acks] = [new Map<string, Intent>(), [] as Ack[]]
  for await (const entry of readJournal(journalFile))
    if ('intent' in entry) intents.set(entry.intent, entry)
    else acks.push(entry)

  const counts = new Map<string, number>()
  const jobs = new Set<string>()
  const phantom: string[] = []
  let events = 0
  const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1)
  for await (const batch of readEvents(logFile))
    for (const event of batch.filter(({ position }) => position > from)) {
      events += 1
      const { correlationId, actor } = event.metadata
      // No shopper requests these events: the provider sends signals, and the shop records its starts.
      const isUnrequested = ['SignalReceived', 'ShopStarted'].includes(event.type)
      if (!isUnrequested && !(actor.role === 'system' ? jobs : intents).has(correlationId))
        phantom.push(`${event.type} ${event.id} by ${actor.role}, of ${correlationId}`)
      for (const id of jobIdsOf(event)) jobs.add(id)
      count(`${event.type} by ${correlationId}`)
      const field = FACTS[event.type]
      if (field) count(`${event.type} ${(event.data as Record<string, unknown>)[field]}`)
    }

  const [lost, doubled]: [string[], string[]] = [[], []]
  for (const ack of acks) {
    const { act } = intents.get(ack.ack)!
    const types = BY_REQUEST[act] ?? []
    const fact = BY_FACT[act]
    if (types.length === 0 && !fact) continue
    const isDone = ack.status < 300
    const found = fact
      ? (counts.get(fact(ack)) ?? 0)
      : types.reduce((sum, type) => sum + (counts.get(`${type} by ${ack.ack}`) ?? 0), 0)
    if (isDone && found === 0) lost.push(`${act} ${ack.ack}`)
    if (found > 1 || (act === 'add' && !isDone && found > 0)) doubled.push(`${act} ${ack.ack}: ${found} events`)
  }
  return { commands: intents.size, acknowledged: acks.length, events, lost, doubled, phantom }
}

const jobIdsOf = (event: Recorded) => processes.flatMap((process) => jobsOf(process, event)).map(({ id }) => id)

/** The provider's captures and refunds that the log does not mention. */
export async function strandedMoney(folder: string): Promise<readonly string[]> {
  const known = new Set<string>()
  for await (const batch of readEvents(join(folder, 'events.db')))
    for (const { type, data } of batch) {
      const { captureId, refundId } = data as { captureId?: string; refundId?: string }
      if (['CheckoutPaid', 'RefundRequested', 'PaymentPending'].includes(type) && captureId) known.add(captureId)
      if (type === 'PaymentRefunded' && refundId) known.add(refundId)
    }
  using db = new DatabaseSync(join(folder, 'paypal-simulator.db'), { readOnly: true })
  const taken = db.prepare('SELECT id FROM captures UNION ALL SELECT id FROM refunds').all()
  return taken.map(({ id }) => String(id)).filter((id) => !known.has(id))
}
