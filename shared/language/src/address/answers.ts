import { id } from '../values/answer-values.ts'
import { ShippingAddress } from './api.ts'

/** An entry of GET /api/users/me/addresses. */
export const SavedAddress = ShippingAddress.extend({ _id: id })
