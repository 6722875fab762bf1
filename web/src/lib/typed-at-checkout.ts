import type { ShippingAddress } from '@shop/language/address/api'
import { TYPED_KEY } from './customers-traces.ts'
import { ofTab } from './storage.ts'

/*
 * The text typed at checkout, and the payment begun last. They are kept until the tab is closed, the customer signs out or the order is
 * placed. The id of a placed order is kept for the confirmation page.
 */

type Typed = Readonly<{
  address?: Partial<ShippingAddress>
  discountCode?: string
  begun?: Readonly<{ checkoutId: string; providerOrderId: string }> | undefined
  orderId?: string
}>

export const keepTyped = (typed: Typed) => ofTab.setItem(TYPED_KEY, JSON.stringify({ ...typedAtCheckout(), ...typed }))

export function typedAtCheckout(): Typed {
  try {
    return JSON.parse(ofTab.getItem(TYPED_KEY) ?? 'null') ?? {}
  } catch {
    return {}
  }
}

export const forgetTyped = () => ofTab.removeItem(TYPED_KEY)
