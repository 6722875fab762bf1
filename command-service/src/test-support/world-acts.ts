import { accountStream } from '@shop/language/account/events'
import { cartStream } from '@shop/language/cart/events'
import { type Signal, signalStream } from '@shop/language/checkout/signal-events'
import type { OrderStatus } from '@shop/language/order/status'
import { productStream } from '@shop/language/product/events'
import { stockStream } from '@shop/language/stock/events'
import { sampleProduct } from '@shop/language/test-support/sample-product'
import { leftShared } from '@shop/language/test-support/shared-line'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { accountDecider } from '../account/account-decider.ts'
import { retryCase } from '../attention/retry-case.ts'
import { cartDecider } from '../cart/cart-decider.ts'
import { discountCodeOf } from '../discount/discount-code.ts'
import { createHeldBudgets } from '../held/held-budgets.ts'
import { changeStatus } from '../order/change-order.ts'
import type { Parts } from '../parts.ts'
import { productDecider } from '../product/product-decider.ts'
import { startPurchase } from '../purchase/open-checkout.ts'
import { placeOrder } from '../purchase/outcome.ts'
import { payCheckout } from '../purchase/payment-checks.ts'
import { startPayment } from '../purchase/provider-order.ts'
import { loadPurchase, recallPaid } from '../purchase/purchase.ts'
import { stockDecider } from '../stock/stock-decider.ts'
import { signalDecider } from '../webhook/signal-decider.ts'
import { NOTHING_SAID } from '../webhook/webhook-shapes.ts'

const NO_SIGNAL = { ...NOTHING_SAID, signalId: 'WH-1', currency: 'USD' }

const ADDRESS = {
  firstName: '',
  lastName: '',
  address: '',
  city: '',
  postalCode: '',
  country: 'Norway',
  phone: '',
  address2: '',
  state: '',
}
const DETAILS = { ...sampleProduct, sku: '', sizes: ['M'] }

const emailKeyOf = (accountId: string) => `key of ${accountId}`

type World = Readonly<{
  /** The parts of the two processes, in turn. */
  parts: () => Parts
  asking: (id?: string) => CommandMetadata
  now: () => Date
}>

export const actsIn = ({ parts, asking, now }: World) => ({
  async list(productId: string, available: number) {
    const { commands } = parts()
    const details = { ...DETAILS, name: productId }
    await commands.handle(productDecider, productStream(productId), { type: 'List', productId, details }, asking())
    await commands.handle(stockDecider, stockStream(productId), { type: 'Count', productId, available }, asking())
  },
  async register(accountId: string) {
    const who = { name: accountId, email: `${accountId}@shop.test`, emailKey: emailKeyOf(accountId), passwordHash: '' }
    await parts().commands.handle(
      accountDecider,
      accountStream(accountId),
      { type: 'Register', accountId, ...who },
      asking(),
    )
  },
  codeOf: (accountId: string) => discountCodeOf(parts().keys, emailKeyOf(accountId)),
  async fill(ownerId: string, lines: Record<string, number>) {
    for (const [productId, quantity] of Object.entries(lines)) {
      const item = { productId, name: productId, image: '', size: 'M', color: 'Red', quantity, priceCents: 2500 }
      const add = { type: 'AddItem', ownerId, item, left: leftShared(quantity) } as const
      await parts().commands.handle(cartDecider, cartStream(ownerId), add, asking())
    }
  },
  start(
    customerId: string,
    lines: Record<string, number>,
    key?: string,
    discountCode?: string,
    address = '203.0.113.1',
  ) {
    const checkoutItems = Object.entries(lines).map(([productId, quantity]) => ({
      productId,
      quantity,
      size: 'M',
      color: 'Red',
      price: 25,
    }))
    const totalPrice = checkoutItems.reduce((sum, { quantity }) => sum + quantity * 25, 0)
    const body = { checkoutItems, totalPrice, shippingAddress: ADDRESS, paymentMethod: 'PayPal' as const, discountCode }
    const [process, metadata] = [parts(), asking(key)]
    return startPurchase(process, customerId, body, metadata, createHeldBudgets(process)(address, metadata))
  },
  beginPayment: async (checkoutId: string, key?: string) =>
    startPayment(await loadPurchase(parts(), checkoutId, asking(key))),
  pay: (customerId: string, hint: { checkoutId?: string; providerOrderId?: string }, key?: string) =>
    payCheckout(
      parts(),
      customerId,
      { checkoutId: hint.checkoutId, providerOrderId: hint.providerOrderId },
      asking(key),
    ),
  async signal(said: Partial<Signal> & Pick<Signal, 'what'>, times = 1) {
    const signal = { ...NO_SIGNAL, ...said, receivedAt: now().toISOString() }
    const receive = { type: 'Receive', signal } as const
    for (let time = 0; time < times; time++)
      await parts().commands.ensure(signalDecider, signalStream(signal), receive, asking())
  },
  finalize: async (checkoutId: string, key?: string) => placeOrder(await recallPaid(parts(), checkoutId, asking(key))),
  async becomes(orderId: string, status: OrderStatus) {
    const change = { type: 'ChangeStatus', status, at: now().toISOString() } as const
    await changeStatus(parts(), orderId, change, asking())
  },

  retryCase: (caseId: string) => retryCase(parts(), caseId, asking()),
})
