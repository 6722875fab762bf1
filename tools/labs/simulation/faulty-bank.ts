import type {
  NotCarriedOut,
  PaymentProvider,
  PaymentState,
  Refused,
} from '@shop/command-service/payment/payment-provider'
import { stateOf } from '@shop/command-service/payment/payment-state'
import type { Random } from '@shop/language/values/random-from'
import { type ChangingCall, drawFaultyAnswer, understood } from './bank-answers.ts'
import type { Can } from './faults.ts'
import { type Argument, type Requested, type Requests, requestedBy } from './watch-requests.ts'

/**
 * `replays`: if an id comes again after a refusal, the bank repeats the refusal. `forgets`: the bank decides again. `conflicts`: like
 * `forgets`, but the bank refuses an id while a request with this id is in progress. The bank never carries out a request twice.
 */
export const IDEMPOTENCY = ['replays', 'forgets', 'conflicts'] as const

type Options = Readonly<{
  idempotency: (typeof IDEMPOTENCY)[number]
  random: Random
  can: Can
  requests: Requests
  pass: (failpoint: 'before provider' | 'after provider') => Promise<void>
  onRefusedPermanently: (providerOrderId: string) => void
  onTaken: (providerOrderId: string) => void
}>

type Answer = Readonly<{ is: string }>

/** The wrapped bank sometimes reports a failure that PayPal documents, even after it has carried out the request. */
export function createFaultyBank({ idempotency, random, can, requests, pass, onRefusedPermanently, onTaken }: Options) {
  const refusals = new Map<string, Refused | NotCarriedOut>()
  const done = new Set<string>()
  const seen = new Set<string>()
  const underWay = new Set<string>()
  const later = new Map<string, () => Promise<Answer>>()
  const faults = { forbidding: false }
  /** Orders whose capture has a status that the shop does not know. */
  const unclear = new Set<string>()

  async function handle<Result extends Answer>(
    { call, id, subject, providerOrderId }: Requested,
    act: () => Promise<Result>,
  ): Promise<Result | ReturnType<typeof understood>> {
    if (faults.forbidding) return understood(call, 403, 'PERMISSION_DENIED')
    const faultyAnswer = drawFaultyAnswer(random, can, call, { isDone: done.has(id), isRepeat: seen.has(subject) })
    seen.add(subject)
    if (!faultyAnswer) return act()
    const { status, issue, effect, isPermanent } = faultyAnswer
    if (effect === 'done') await act()
    if (effect === 'done later') later.set(id, act)
    if (isPermanent && providerOrderId) onRefusedPermanently(providerOrderId)
    const answer = understood(call, status, issue)
    if (answer.is !== 'unknown' && idempotency === 'replays') refusals.set(id, answer)
    return answer
  }

  async function receive<Result extends Answer>(requested: Requested, act: () => Promise<Result>) {
    const { call, id } = requested
    const isInProgress = later.has(id) || (idempotency === 'conflicts' && underWay.has(id))
    underWay.add(id)
    try {
      await pass('before provider')
      if (isInProgress) return understood(call, 409, 'PREVIOUS_REQUEST_IN_PROGRESS')
      const answer = refusals.get(id) ?? (await handle(requested, act))
      await pass('after provider')
      return answer
    } finally {
      underWay.delete(id)
    }
  }

  const asking =
    <Of extends Argument, Result extends Answer>(call: ChangingCall, act: (argument: Of) => Promise<Result>) =>
    (argument: Of) => {
      const requested = requestedBy(call, argument)
      const { id, providerOrderId } = requested
      return requests.follow(requested, () =>
        receive(requested, async () => {
          const answer = await act(argument)
          if (!HAS_ACTED.includes(answer.is)) return answer
          done.add(id)
          const isFirst = requests.hasActed(requested, 'refundId' in answer ? String(answer.refundId) : undefined)
          if (isFirst && providerOrderId) onTaken(providerOrderId)
          return answer
        }),
      )
    }

  const withUnknownStatus = (found: PaymentState): PaymentState => {
    if (!('order' in found) || !found.order || !unclear.has(found.order.id)) return found
    const captures = found.order.captures.map((capture) => ({ ...capture, status: 'HELD_BY_A_NEW_RULE' }))
    return stateOf({ ...found.order, captures })
  }

  const looking =
    <Id, Result>(look: (id: Id) => Promise<Result>) =>
    async (id: Id) => {
      await pass('before provider')
      const found = await look(id)
      await pass('after provider')
      return found
    }

  return {
    unclear,
    faults,
    before: (bank: PaymentProvider): PaymentProvider => {
      const [capture, lookUp] = [asking('capture', bank.capture), looking(bank.lookUp)]
      return {
        createOrder: asking('create', bank.createOrder),
        lookUp: async (id) => withUnknownStatus(await lookUp(id)),
        capture: async (order) => withUnknownStatus(await capture(order)),
        orderOf: looking(bank.orderOf),
        refund: asking('refund', bank.refund),
        lookUpRefund: looking(bank.lookUpRefund),
      }
    },
    async catchUp() {
      for (const [id, act] of [...later]) {
        later.delete(id)
        await act()
      }
    },
  }
}

const HAS_ACTED = ['created', 'taken', 'pending', 'refunded']
