import { idFrom } from '@shop/language/values/id-from'
import { logFact } from '@shop/stores/logger/logger'
import { orderBody } from './order-body.ts'
import type {
  Creation,
  NotCarriedOut,
  OrderOfCapture,
  PaymentProvider,
  PaymentState,
  Refused,
  Unknown,
} from './payment-provider.ts'
import { stateOf } from './payment-state.ts'
import { type Answer, type Credentials, createPaypalCalls, isDone, problemIn, read } from './paypal-calls.ts'
import { createPaypalGuard } from './paypal-guard.ts'
import { paypalRefunds } from './paypal-refunds.ts'
import { CaptureOfOrder, CreatedShape, OrderShape, orderFrom, UserShape } from './paypal-shapes.ts'

export type PaypalOptions = Credentials &
  Readonly<{
    /** The payee's merchant id. If absent, the shop gets the id of the credentials' account from PayPal. */
    merchantId?: string | undefined
  }>

export function openPaypal({ merchantId, ...credentials }: PaypalOptions): PaymentProvider {
  const guard = createPaypalGuard()
  const call = createPaypalCalls(credentials)
  let payee = merchantId

  async function lookUp(providerOrderId: string, signal: AbortSignal): Promise<PaymentState> {
    if (!isId(providerOrderId)) return { is: 'refused', code: 'NO_SUCH_ORDER', final: true }
    const answer = await call({ is: 'look up', method: 'GET', path: pathOf(providerOrderId) }, signal)
    return problemIn(answer) ?? stateIn(answer, signal)
  }

  /** An order that the shop cannot read is unclear. If PayPal does not report the merchant id, returns that answer. */
  async function stateIn(answer: Answer, signal: AbortSignal): Promise<PaymentState> {
    const ours = payee ?? (await ourId(signal))
    if (typeof ours !== 'string') return ours
    try {
      return stateOf(orderFrom(read(OrderShape, answer), ours))
    } catch (cause) {
      logFact('warn', 'The shop cannot read an order of PayPal', { cause: String(cause), debugId: answer.debugId })
      return { is: 'unclear', code: 'NOT_UNDERSTOOD' }
    }
  }

  async function ourId(signal: AbortSignal) {
    const answer = await call({ is: 'payee', method: 'GET', path: PAYEE }, signal)
    const problem = problemIn(answer)
    if (problem) return problem
    payee = read(UserShape, answer).payer_id
    return payee
  }

  return {
    createOrder: ({ attempt, ...goods }) =>
      guard('create', async (signal): Promise<Creation> => {
        const requestId = idFrom('paypal', goods.checkoutId, 'create', ...numbered(attempt))
        const body = orderBody(goods, { attempt, merchantId })
        const answer = await call({ is: 'create', method: 'POST', path: ORDERS, requestId, body }, signal)
        const problem = problemIn(answer)
        if (problem) return problem
        const { id, purchase_units: units } = read(CreatedShape, answer)
        payee ??= units?.[0]?.payee?.merchant_id
        return { is: 'created', providerOrderId: id }
      }),

    lookUp: (providerOrderId) => guard('look up', (signal) => lookUp(providerOrderId, signal)),

    orderOf: (captureId) =>
      guard('look up', async (signal): Promise<OrderOfCapture | Refused | NotCarriedOut | Unknown> => {
        if (!isId(captureId)) return { is: 'refused', code: 'NO_SUCH_CAPTURE', final: true }
        const answer = await call({ is: 'look up', method: 'GET', path: `/v2/payments/captures/${captureId}` }, signal)
        return problemIn(answer) ?? { is: 'found', providerOrderId: read(CaptureOfOrder, answer).orderId }
      }),

    capture: ({ checkoutId, providerOrderId, attempt }) =>
      guard('capture', async (signal): Promise<PaymentState> => {
        const requestId = idFrom('paypal', checkoutId, 'capture', providerOrderId, ...numbered(attempt))
        const path = `${pathOf(providerOrderId)}/capture`
        const answer = await call({ is: 'capture', method: 'POST', path, requestId, body: {} }, signal)
        const problem = problemIn(answer)
        if (problem && !isDone(problem)) return problem
        const found = await (problem ? lookUp(providerOrderId, signal) : stateIn(answer, signal))
        if ('order' in found && found.order?.captures.length) return found
        throw new Error('PayPal has captured an order, and shows no capture of it')
      }),

    ...paypalRefunds({ guard, call }),
  }
}

/** An id from a browser becomes part of a path. */
const isId = (text: string) => /^[\w-]{1,64}$/.test(text)

const ORDERS = '/v2/checkout/orders'
const PAYEE = '/v1/identity/oauth2/userinfo?schema=paypalv1.1'

/** The first try adds no number, so that its request id is the same as in earlier releases. */
const numbered = (attempt: number) => (attempt > 0 ? [String(attempt)] : [])

const pathOf = (providerOrderId: string) => `${ORDERS}/${encodeURIComponent(providerOrderId)}`
