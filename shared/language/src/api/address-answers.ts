import { ShippingAddress } from './address.ts'
import { id } from './answer-values.ts'

/** An entry of GET /api/users/me/addresses. */
export const SavedAddress = ShippingAddress.extend({ _id: id })
