import * as z from 'zod'
import { MAX_TEXT } from '../limits.ts'
import { requiredText, text } from '../values/text.ts'
import { type AddressNeed, isNeeded, missingIn, WITHOUT_POSTAL_CODE } from './parcel-needs.ts'

const field = text(MAX_TEXT.address)
  .nullish()
  .transform((value) => value ?? '')
  .pipe(text(MAX_TEXT.address))

/** No field is required (decisions P16). `address2` and `state` are additions to the documented fields. */
export const ShippingAddress = z.object({
  firstName: field,
  lastName: field,
  address: field,
  city: field,
  postalCode: field,
  country: field,
  phone: field,
  address2: field,
  state: field,
})
export type ShippingAddress = z.output<typeof ShippingAddress>

const needed = requiredText(MAX_TEXT.address)

export const ParcelAddress = ShippingAddress.extend({
  firstName: needed,
  lastName: needed,
  address: needed,
  city: needed,
  country: needed,
} satisfies Record<Exclude<AddressNeed, 'postalCode'>, typeof needed>)
  .refine(({ postalCode, country }) => postalCode.trim() || !isNeeded('postalCode', country), {
    message: 'Enter a postal code',
    path: ['postalCode'],
  })
  .meta({
    anyOf: [
      { required: ['postalCode'], properties: { postalCode: { type: 'string', ...needed.meta() } } },
      { properties: { country: { enum: WITHOUT_POSTAL_CODE.flat() } } },
    ],
  })

/**
 * Whether the address lacks a part that a parcel needs (decisions P16: no required shipping field). The address is null if the customer is
 * erased.
 */
export const isIncompleteAddress = (address: Pick<ShippingAddress, AddressNeed> | null) =>
  !address || missingIn(address).length > 0
