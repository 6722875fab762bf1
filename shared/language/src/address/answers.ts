import type * as z from 'zod'
import { id } from '../values/answer-values.ts'
import { ShippingAddress } from './api.ts'

/** An entry of GET /api/users/me/addresses. */
export const SavedAddress = ShippingAddress.extend({ _id: id })
export type SavedAddress = z.output<typeof SavedAddress>
