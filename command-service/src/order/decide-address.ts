import { ShopError } from '@shop/language/errors'
import type { Address } from '@shop/language/events/bought'
import { OrderAddressChanged, type OrderEvent } from '@shop/language/events/order-events'
import type { Order } from './order-state.ts'

/** By its customer or an admin, before it is shipped (decisions P16). */
export type AddressCommand = { type: 'ChangeAddress'; shippingAddress: Address }

/** Where an order goes. Throws CONFLICT once its parcel cannot be sent anywhere else. */
export function decideAddress({ shippingAddress }: AddressCommand, order: Order): readonly OrderEvent[] {
  const { facts, status } = order
  const { orderId, customerId, shippingAddress: known } = facts
  if (status === 'Cancelled') throw new ShopError('CONFLICT', 'This order is cancelled')
  if (status !== 'Processing')
    throw new ShopError('CONFLICT', 'This order is on its way already: its address cannot be changed any more')
  // Their key is gone: nothing can be sealed with it, and the country alone would be left of the address.
  if (!known) throw new ShopError('CONFLICT', 'The account of this customer was deleted: no address is kept for it')
  if (fieldsOf(shippingAddress).every((field) => (known[field] ?? '') === shippingAddress[field])) return []
  return [OrderAddressChanged({ orderId, customerId, shippingAddress, country: shippingAddress.country })]
}

const fieldsOf = (address: Address) => Object.keys(address) as (keyof Address)[]
