import type { ShippingAddress } from '@shop/language/api/address'
import { NO_ADDRESS } from '@shop/language/api/limits'

/** An empty address of somebody who is called so: the last words of a name are the last name. */
export function addressNamed(name: string): ShippingAddress {
  const [firstName = '', ...others] = name.trim().split(/\s+/)
  return { ...NO_ADDRESS, firstName, lastName: others.join(' ') }
}
