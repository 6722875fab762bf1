import type { NotCarriedOut, Refused, Unknown } from '@shop/command-service/payment/payment-provider'
import { type ProviderCall, verdictOn } from '@shop/command-service/payment/provider-answers'
import { oneOf, type Random } from '@shop/language/values/random-from'
import type { Can, Fault } from './faults.ts'

export type ChangingCall = Extract<ProviderCall, 'create' | 'capture' | 'refund'>

/** A request that fails. `effect`: whether the bank has carried out the request anyway, or will do so later. */
export type FaultyAnswer = Readonly<{
  fault: Fault
  calls: readonly ChangingCall[]
  /** 0 if no answer comes. */
  status: number
  issue: string
  effect: 'not done' | 'done' | 'done later'
  /** The buyer can never pay the order after this answer. */
  isPermanent?: boolean
}>

const ALL: readonly ChangingCall[] = ['create', 'capture', 'refund']

const refused = (calls: readonly ChangingCall[], issue: string, isPermanent = false): FaultyAnswer => ({
  ...{ fault: 'refused', calls, status: 422, issue, effect: 'not done', isPermanent },
})
const notCarriedOut = (status: number, issue: string): FaultyAnswer => ({
  ...{ fault: 'not carried out', calls: ALL, status, issue, effect: 'not done' },
})
const unknown = (status: number, issue: string): readonly FaultyAnswer[] => [
  { fault: 'unknown before', calls: ALL, status, issue, effect: 'not done' },
  { fault: 'unknown after', calls: ALL, status, issue, effect: 'done' },
  { fault: 'done later', calls: ALL, status, issue, effect: 'done later' },
]

/** TABLE: documented answers, each with its real effect at the bank. The shop sees only the answer. */
const FAULTY_ANSWERS: readonly FaultyAnswer[] = [
  refused(['capture'], 'INSTRUMENT_DECLINED'),
  refused(['capture'], 'PAYER_ACTION_REQUIRED'),
  refused(['capture'], 'TRANSACTION_REFUSED', true),
  refused(['capture'], 'SHIPPING_ADDRESS_INVALID', true),
  refused(['create', 'capture'], 'PAYEE_ACCOUNT_RESTRICTED'),
  refused(['refund'], 'REFUND_NOT_ALLOWED'),
  notCarriedOut(400, 'INVALID_REQUEST'),
  notCarriedOut(403, 'PERMISSION_DENIED'),
  notCarriedOut(429, 'RATE_LIMIT_REACHED'),
  ...unknown(0, 'no answer'),
  ...unknown(408, 'REQUEST_TIMEOUT'),
  ...unknown(500, 'INTERNAL_SERVER_ERROR'),
  ...unknown(503, 'SERVICE_UNAVAILABLE'),
  { fault: 'done later', calls: ALL, status: 409, issue: 'PREVIOUS_REQUEST_IN_PROGRESS', effect: 'done later' },
  { fault: 'done later', calls: ['capture'], status: 422, issue: 'ORDER_COMPLETION_IN_PROGRESS', effect: 'done later' },
]

type About = Readonly<{ isDone: boolean; isRepeat: boolean }>

export function drawFaultyAnswer(
  random: Random,
  can: Can,
  call: ChangingCall,
  { isDone, isRepeat }: About,
): FaultyAnswer | undefined {
  if (random() > (isRepeat ? 0.5 : 0.25)) return undefined
  // The bank refuses no request that it has already carried out.
  const possible = FAULTY_ANSWERS.filter(
    ({ calls, fault }) => calls.includes(call) && can(fault) && !(isDone && fault === 'refused'),
  )
  return possible.length > 0 ? oneOf(random, possible) : undefined
}

export function understood(call: ChangingCall, status: number, issue: string): Refused | NotCarriedOut | Unknown {
  const { meaning, mayStillSucceed, isForMerchant } = verdictOn(call, status, issue)
  if (status > 0 && meaning === 'refused') return { is: 'refused', code: issue, isForMerchant, final: !mayStillSucceed }
  if (status > 0 && meaning === 'not carried out') return { is: 'not carried out', code: issue, isForMerchant }
  return { is: 'unknown', cause: new Error(`The bank answered ${status} ${issue}`) }
}
