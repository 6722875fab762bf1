import type { ShippingAddress } from '@shop/language/address/api'

export const isSameAddress = (one: ShippingAddress, other: ShippingAddress): boolean =>
  (Object.keys(one) as (keyof ShippingAddress)[]).every((field) => one[field].trim() === other[field].trim())
