import * as z from 'zod'
import { MAX_TEXT } from './limits.ts'
import { text } from './text.ts'

const field = text(MAX_TEXT.address)
  .nullish()
  .transform((value) => value ?? '')
  .pipe(text(MAX_TEXT.address))

/** No field is required (decisions P16). */
export const ShippingAddress = z.object({
  firstName: field,
  lastName: field,
  address: field,
  city: field,
  postalCode: field,
  country: field,
  phone: field,
})
export type ShippingAddress = z.output<typeof ShippingAddress>
