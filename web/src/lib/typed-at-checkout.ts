import type { ShippingAddress } from '@shop/language/api/address'

/*
 * What is typed at checkout, for the session of the tab: it outlives a reload of the page, not the tab, not the sign-out, and not
 * the order.
 */

const KEY = 'checkout'

type Typed = Readonly<{
  address?: Partial<ShippingAddress>
  discountCode?: string
}>

export const keepTyped = (typed: Typed) =>
  sessionStorage.setItem(KEY, JSON.stringify({ ...typedAtCheckout(), ...typed }))

export function typedAtCheckout(): Typed {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') ?? {}
  } catch {
    return {}
  }
}

export const forgetTyped = () => sessionStorage.removeItem(KEY)
