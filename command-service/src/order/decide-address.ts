import { ShopError } from '@shop/language/errors'
import type { Address } from '@shop/language/events/bought'
import { OrderAddressChanged, type OrderEvent } from '@shop/language/order/events'
import type { Order } from './order-state.ts'

/** The customer or an admin changes the address before the order is shipped (decisions P16). */
export type AddressCommand = { type: 'ChangeAddress'; shippingAddress: Address }

export function decideAddress({ shippingAddress }: AddressCommand, order: Order): readonly OrderEvent[] {
  const { facts, status } = order
  const { orderId, customerId, shippingAddress: known } = facts
  if (status === 'Cancelled') throw new ShopError('CONFLICT', 'This order is cancelled')
  if (status !== 'Processing')
    throw new ShopError('CONFLICT', 'This order is on its way already, so its address cannot be changed any more')
  // The key of an erased customer is destroyed, so the address cannot be sealed.
  if (!known)
    throw new ShopError(
      'CONFLICT',
      'The account of this customer was deleted, so no address can be stored for this order',
    )
  if (fieldsOf(shippingAddress).every((field) => (known[field] ?? '') === shippingAddress[field])) return []
  return [OrderAddressChanged({ orderId, customerId, shippingAddress, country: shippingAddress.country })]
}

const fieldsOf = (address: Address) => Object.keys(address) as (keyof Address)[]
