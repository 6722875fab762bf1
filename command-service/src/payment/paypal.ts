import { idFrom } from '@shop/language/id-from'
import { createBreaker } from '../breaker.ts'
import type { Creation, PaymentProvider, PaymentState, Refunding, Unknown } from './payment-provider.ts'
import { stateOf } from './payment-state.ts'
import { type Call, type Credentials, createPaypalCalls, read, refusalOf } from './paypal-calls.ts'
import { CreatedShape, decimalText, OrderShape, orderFrom, RefundShape, refundingOf } from './paypal-shapes.ts'

const TIMEOUT_MS = 5_000
const BREAKER = { failuresToOpen: 5, pauseMs: 10_000 }

export type PaypalOptions = Credentials &
  Readonly<{
    /** The payee's merchant id; without it PayPal is asked for that of the credentials. */
    merchantId?: string | undefined
  }>

/** PayPal's Orders v2 over HTTP. Every POST has a request id derived from its purpose, so that a repeat takes effect once. */
export function openPaypal({ baseUrl, clientId, clientSecret, merchantId }: PaypalOptions): PaymentProvider {
  const breaker = createBreaker(BREAKER)
  const call = createPaypalCalls({ baseUrl, clientId, clientSecret })
  let payee = merchantId

  return {
    createOrder: ({ checkoutId, totalCents, attempt }) =>
      guard(async (signal): Promise<Creation> => {
        const requestId = idFrom('paypal', checkoutId, 'create', ...(attempt > 0 ? [String(attempt)] : []))
        const answer = await call(creation(checkoutId, totalCents, merchantId, requestId), signal)
        return refusalOf(answer) ?? { is: 'created', providerOrderId: read(CreatedShape, answer).id }
      }),

    lookUp: (providerOrderId) => guard((signal) => lookUp(providerOrderId, signal)),

    capture: ({ checkoutId, providerOrderId }) =>
      guard(async (signal): Promise<PaymentState> => {
        const path = `${pathOf(providerOrderId)}/capture`
        const requestId = idFrom('paypal', checkoutId, 'capture', providerOrderId)
        const answer = await call({ method: 'POST', path, body: {}, requestId }, signal)
        const refusal = refusalOf(answer)
        if (refusal?.code === 'ORDER_ALREADY_CAPTURED') return lookUp(providerOrderId, signal)
        return refusal ?? stateOf(orderFrom(read(OrderShape, answer), await ourId(signal)))
      }),

    refund: ({ checkoutId, captureId, part }) =>
      guard(async (signal): Promise<Refunding> => {
        const path = `/v2/payments/captures/${encodeURIComponent(captureId)}/refund`
        const requestId = idFrom('paypal', checkoutId, 'refund', captureId, ...(part ? [part.refundId] : []))
        const answer = await call({ method: 'POST', path, body: part ? refundBody(part) : {}, requestId }, signal)
        const refusal = refusalOf(answer)
        if (!part && refusal?.code === 'CAPTURE_FULLY_REFUNDED')
          return { is: 'refunded', refundId: 'refunded at PayPal' }
        return refusal ?? refundingOf(read(RefundShape, answer))
      }),
  }

  async function lookUp(providerOrderId: string, signal: AbortSignal): Promise<PaymentState> {
    // The id comes from a browser and becomes part of a path.
    if (!/^[\w-]{1,64}$/.test(providerOrderId)) return { is: 'refused', code: 'NO_SUCH_ORDER', final: true }
    const answer = await call({ method: 'GET', path: pathOf(providerOrderId) }, signal)
    return refusalOf(answer) ?? stateOf(orderFrom(read(OrderShape, answer), await ourId(signal)))
  }

  /** The shop's merchant id. Learnt by creating an order without a payee, which PayPal fills in; it is never shown or paid. */
  async function ourId(signal: AbortSignal): Promise<string> {
    if (payee) return payee
    const example = creation('who-is-paid', 100, undefined, idFrom('paypal', 'who-is-paid', 'create'))
    const { purchase_units } = read(OrderShape, await call(example, signal))
    payee = purchase_units[0]?.payee?.merchant_id
    if (!payee) throw new Error('PayPal does not say who is paid')
    return payee
  }

  /** All calls of one operation together may take five seconds. */
  async function guard<Answer extends Readonly<{ is: string }>>(
    act: (signal: AbortSignal) => Promise<Answer | Unknown>,
  ): Promise<Answer | Unknown> {
    if (breaker.refuses()) return { is: 'unknown', cause: new Error('It has not answered for a while') }
    try {
      const answer = await act(AbortSignal.timeout(TIMEOUT_MS))
      if (answer.is === 'unknown') breaker.failed()
      else breaker.answered()
      return answer
    } catch (cause) {
      breaker.failed()
      return { is: 'unknown', cause: new Error('PayPal does not answer as it should', { cause }) }
    }
  }
}

/** Its webhook carries the shop's id back. */
const refundBody = ({ refundId, amountCents }: Readonly<{ refundId: string; amountCents: number }>) => ({
  amount: { currency_code: 'USD', value: decimalText(amountCents) },
  custom_id: refundId,
})

const pathOf = (providerOrderId: string) => `/v2/checkout/orders/${encodeURIComponent(providerOrderId)}`

const creation = (checkoutId: string, totalCents: number, merchantId: string | undefined, requestId: string): Call => ({
  method: 'POST',
  path: '/v2/checkout/orders',
  requestId,
  body: {
    intent: 'CAPTURE',
    purchase_units: [
      {
        custom_id: checkoutId,
        amount: { currency_code: 'USD', value: decimalText(totalCents) },
        ...(merchantId && { payee: { merchant_id: merchantId } }),
      },
    ],
    application_context: { shipping_preference: 'NO_SHIPPING', user_action: 'PAY_NOW' },
  },
})
