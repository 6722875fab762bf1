import type { ShippingAddress } from '@shop/language/address/api'
import { NO_ADDRESS } from '@shop/language/limits'

/** An empty address with this person's name. The first word becomes the first name, and the other words become the last name. */
export function addressNamed(name: string): ShippingAddress {
  const [firstName = '', ...others] = name.trim().split(/\s+/)
  return { ...NO_ADDRESS, firstName, lastName: others.join(' ') }
}
