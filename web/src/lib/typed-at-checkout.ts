import type { ShippingAddress } from '@shop/language/api/address'
import { TYPED_KEY } from './customers-traces.ts'
import { ofTab } from './storage.ts'

/*
 * What is typed at checkout, for the session of the tab: it outlives a reload of the page, not the tab, not the sign-out, and not
 * the order. In its place the order is kept then, which the confirmation shows in a document of its own (own-document.ts).
 */

type Typed = Readonly<{
  address?: Partial<ShippingAddress>
  discountCode?: string
  /** The order that was placed last. */
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
