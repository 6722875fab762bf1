import { isShopError } from '@shop/language/errors'
import { idFrom } from '@shop/language/events/event-id'
import { createBreaker } from './breaker.ts'
import type { PaymentProvider, ProviderOrder } from './payment-provider.ts'
import {
  type Answer,
  type Call,
  type Credentials,
  createPaypalCalls,
  isOutage,
  read,
  unavailable,
} from './paypal-calls.ts'
import { CreatedShape, decimalText, OrderShape, orderFrom, RefusalShape } from './paypal-shapes.ts'
import { notVerified } from './verify-payment.ts'

const TIMEOUT_MS = 5_000

export type PaypalOptions = Credentials &
  Readonly<{
    /** The payee's merchant id; without it PayPal is asked for that of the credentials. */
    merchantId?: string | undefined
  }>

/** PayPal's Orders v2 over HTTP. Every POST has a request id derived from its purpose, so that a repeat takes effect once. */
export function openPaypal({ baseUrl, clientId, clientSecret, merchantId }: PaypalOptions): PaymentProvider {
  const guarded = createBreaker(() => unavailable('PayPal has not answered for a while'))
  const call = createPaypalCalls({ baseUrl, clientId, clientSecret })
  let payee = merchantId

  return {
    createOrder: ({ checkoutId, totalCents }) =>
      guard(async (signal) => {
        const answer = await call(creation(checkoutId, totalCents, merchantId), signal)
        return { providerOrderId: read(CreatedShape, answer).id }
      }),

    orderOf: (providerOrderId) => guard((signal) => find(providerOrderId, signal)),

    capture: ({ checkoutId, providerOrderId }) =>
      guard(async (signal) => {
        const path = `${pathOf(providerOrderId)}/capture`
        const requestId = idFrom('paypal', checkoutId, 'capture', providerOrderId)
        const answer = await call({ method: 'POST', path, body: {}, requestId }, signal)
        const issue = issueOf(answer)
        if (issue === 'ORDER_NOT_APPROVED') throw notVerified('This payment is not approved')
        if (issue === 'INSTRUMENT_DECLINED') throw notVerified('The payment was declined. Try another way to pay')
        if (issue !== 'ORDER_ALREADY_CAPTURED') return orderFrom(read(OrderShape, answer), await ourId(signal))
        const order = await find(providerOrderId, signal)
        if (!order) throw unavailable('PayPal does not find what it has captured')
        return order
      }),

    refund: ({ checkoutId, captureId }) =>
      guard(async (signal) => {
        const path = `/v2/payments/captures/${encodeURIComponent(captureId)}/refund`
        const requestId = idFrom('paypal', checkoutId, 'refund', captureId)
        const answer = await call({ method: 'POST', path, body: {}, requestId }, signal)
        if (issueOf(answer) === 'CAPTURE_FULLY_REFUNDED') return { refundId: 'refunded at PayPal' }
        return { refundId: read(CreatedShape, answer).id }
      }),
  }

  async function find(providerOrderId: string, signal: AbortSignal): Promise<ProviderOrder | undefined> {
    // The id comes from a browser and becomes part of a path.
    if (!/^[\w-]{1,64}$/.test(providerOrderId)) return undefined
    const answer = await call({ method: 'GET', path: pathOf(providerOrderId) }, signal)
    return answer.status === 404 ? undefined : orderFrom(read(OrderShape, answer), await ourId(signal))
  }

  /** The shop's merchant id. Learnt by creating an order without a payee, which PayPal fills in; it is never shown or paid. */
  async function ourId(signal: AbortSignal): Promise<string> {
    if (payee) return payee
    const { purchase_units } = read(OrderShape, await call(creation('who-is-paid', 100, undefined), signal))
    payee = purchase_units[0]?.payee?.merchant_id
    if (!payee) throw unavailable('PayPal does not say who is paid')
    return payee
  }

  /** All calls of one operation together may take five seconds; errors other than refusals become PROVIDER_UNAVAILABLE. */
  function guard<Result>(act: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const attempt = async () => {
      try {
        return await act(AbortSignal.timeout(TIMEOUT_MS))
      } catch (error) {
        throw isShopError(error) ? error : unavailable('The payment provider does not answer', error)
      }
    }
    return guarded(attempt, isOutage)
  }
}

const pathOf = (providerOrderId: string) => `/v2/checkout/orders/${encodeURIComponent(providerOrderId)}`

const creation = (checkoutId: string, totalCents: number, merchantId: string | undefined): Call => ({
  method: 'POST',
  path: '/v2/checkout/orders',
  requestId: idFrom('paypal', checkoutId, 'create'),
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

function issueOf({ status, body }: Answer): string | undefined {
  if (status !== 422) return undefined
  return RefusalShape.safeParse(body).data?.details?.[0]?.issue
}
