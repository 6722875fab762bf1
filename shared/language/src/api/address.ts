import * as z from 'zod'
import { ADDRESS_NEEDS, MAX_TEXT } from './limits.ts'
import { requiredText, text } from './text.ts'

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

const needed = requiredText(MAX_TEXT.address)

/** An address that a parcel can be sent to. */
export const ParcelAddress = ShippingAddress.extend({
  firstName: needed,
  lastName: needed,
  address: needed,
  city: needed,
  postalCode: needed,
  country: needed,
} satisfies Record<(typeof ADDRESS_NEEDS)[number], typeof needed>)

/** Whether it lacks what a parcel needs (decisions P16); null is that of an erased customer. */
export const isIncompleteAddress = (address: ShippingAddress | null) =>
  !address || ADDRESS_NEEDS.some((field) => !address[field].trim())
