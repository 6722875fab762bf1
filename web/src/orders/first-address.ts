import type { ShippingAddress } from '@shop/language/address/api'
import { NO_ADDRESS } from '@shop/language/limits'

export function addressNamed(name: string): ShippingAddress {
  const [firstName = '', ...others] = name.trim().split(/\s+/)
  return { ...NO_ADDRESS, firstName, lastName: others.join(' ') }
}
