import type { PaymentProvider } from '@shop/command-service/payment/payment-provider'
import type { ShopEvent } from '@shop/language/all-events'
import { REFUND_PENDING } from '@shop/language/case/kinds'
import type { ChangingCall } from './bank-answers.ts'

type Arguments = {
  [Call in 'createOrder' | 'capture' | 'refund']: Parameters<PaymentProvider[Call]>[0]
}
export type Argument = Arguments[keyof Arguments]

export type Requested = Readonly<{
  call: ChangingCall
  of: Argument
  /** All tries of one capture, of one refund, or of creating one provider order have the same subject. */
  subject: string
  attempt: number
  /** Stands for the real request id, which the shop also makes from the subject and the attempt. */
  id: string
  providerOrderId: string | undefined
}>

export function requestedBy(call: ChangingCall, of: Argument): Requested {
  const { checkoutId, attempt } = of
  const providerOrderId = 'providerOrderId' in of ? of.providerOrderId : undefined
  const about = 'captureId' in of ? (of.part?.refundId ?? of.captureId) : (providerOrderId ?? checkoutId)
  const subject = `${call} ${about}`
  return { call, of, subject, attempt, id: `${subject} ${attempt}`, providerOrderId }
}

type Last = {
  attempt: number
  /** Undefined until the answer comes. `lost`: the answer was lost. */
  outcome: string | undefined
  /** Whether the shop has recorded that the request was not carried out. */
  isRecorded: boolean
}

/** The most capture requests for an order. The shop needs fewer, because its pauses after failures get longer. */
const MOST_CAPTURES = 24

export type Requests = ReturnType<typeof watchRequests>

/** Checks the shop's requests to the bank: one at a time, with the right request id, not too many, and each refund only once. */
export function watchRequests(onWrong: (what: string) => void) {
  const last = new Map<string, Last>()
  const counts = new Map<string, number>()
  const underWay = new Map<string, number>()
  const acted = new Map<string, Readonly<{ id: string; refundId: string | undefined }>>()
  /** The subjects of refunds, by their checkout or case. */
  const ofCases = new Map<string, string>()

  function begin({ call, of, subject, attempt, id }: Requested): Last {
    const before = last.get(subject)
    if (before && isUncertain(before) && before.attempt !== attempt)
      onWrong(`${id} is requested, but the outcome of try ${before.attempt} is not known`)
    if (before?.isRecorded && before.attempt === attempt)
      onWrong(`${id} is requested again, after an answer that it was not done`)
    const count = (counts.get(subject) ?? 0) + 1
    counts.set(subject, count)
    if (call === 'capture' && count > MOST_CAPTURES) onWrong(`${subject} is requested ${count} times`)
    if (call === 'refund') ofCases.set(of.checkoutId, subject)
    const key = exclusiveKey(call, of, subject)
    const beside = (underWay.get(key) ?? 0) + 1
    underWay.set(key, beside)
    if (beside > 1) onWrong(`${beside} requests are under way at once: ${key}`)
    const now: Last = { attempt, outcome: undefined, isRecorded: false }
    last.set(subject, now)
    return now
  }

  return {
    async follow<Answer extends { is: string }>(requested: Requested, ask: () => Promise<Answer>): Promise<Answer> {
      const now = begin(requested)
      const key = exclusiveKey(requested.call, requested.of, requested.subject)
      try {
        const answer = await ask()
        now.outcome = answer.is
        return answer
      } catch (error) {
        now.outcome = 'lost'
        throw error
      } finally {
        underWay.set(key, underWay.get(key)! - 1)
      }
    },
    /**
     * Call this when the bank has carried out a request. `refundId`: the bank's id of a refund. Returns true if this is the first
     * request with this subject that the bank has carried out.
     */
    hasActed({ of, subject, id }: Requested, refundId: string | undefined): boolean {
      const before = acted.get(subject)
      acted.set(subject, { id, refundId })
      // A refund of everything that is left happens only once, even with different request ids. So only partial refunds are checked.
      if ('part' in of && before && before.refundId === refundId && before.id !== id)
        onWrong(`${id} is requested, and ${before.id} has made the refund ${refundId}`)
      return before === undefined
    },
    take(event: ShopEvent) {
      const recorded = recordedIn(event, (caseId) => ofCases.get(caseId))
      const answered = recorded && last.get(recorded)
      if (answered && NOT_DONE.includes(answered.outcome ?? '')) answered.isRecorded = true
    },
    underWay: () => [...underWay].flatMap(([key, count]) => (count > 0 ? [key] : [])),
  }
}

/** The shop can record after these outcomes that a request was not carried out. A `pending` refund can fail later. */
const NOT_DONE = ['refused', 'not carried out', 'pending']

function recordedIn({ type, data }: ShopEvent, refundOf: (caseId: string) => string | undefined): string | undefined {
  switch (type) {
    case 'PaymentRefused':
      return `capture ${data.providerOrderId}`
    case 'PaymentStartRefused':
      return `create ${data.checkoutId}`
    case 'OrderRefundDelayed':
    case 'OrderRefundRefused':
    case 'OrderRefundFailed':
      return `refund ${data.refundId}`
    case 'PaymentRefundDelayed':
    case 'PaymentRefundRefused':
    case 'PaymentRefundFailed':
      return `refund ${data.captureId}`
    case 'CaseAttempted':
      return data.act === 'refund' && data.code !== REFUND_PENDING ? refundOf(data.caseId) : undefined
    default:
      return undefined
  }
}

const isUncertain = ({ outcome }: Last) => outcome === undefined || outcome === 'unknown' || outcome === 'lost'

/**
 * Two requests with the same key must not be in progress at the same time (decisions M15). All tries of a refund share a key, and so do
 * all captures of a checkout.
 */
const exclusiveKey = (call: ChangingCall, { checkoutId }: Argument, subject: string) =>
  call === 'refund' ? subject : `${call} of ${checkoutId}`
