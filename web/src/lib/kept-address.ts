import type { ShippingAddress } from '@shop/language/api/address'

/*
 * What is typed of an address at checkout, for the session of the tab: it outlives a reload of the page, not the tab, not the
 * sign-out, and not the order.
 */

const KEY = 'address'

export const keepAddress = (address: ShippingAddress) => sessionStorage.setItem(KEY, JSON.stringify(address))

export function keptAddress(): Partial<ShippingAddress> | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

export const forgetAddress = () => sessionStorage.removeItem(KEY)
