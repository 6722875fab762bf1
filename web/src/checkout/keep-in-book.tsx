import type { ShippingAddress } from '@shop/language/api/address'
import { useQuery } from '@tanstack/react-query'
import { addressBook, useSaveAddress, withoutId } from '../orders/address-book-api.ts'
import { isComplete } from '../orders/parcel-address.tsx'
import { toast } from '../ui/toast.ts'
import { isSameAddress } from './same-address.ts'

const NAME = 'keepInBook'

/** Asks whether the address is to be in the address book too. */
export const KeepInBook = () => (
  <label className="flex min-h-11 w-fit items-center gap-2.5 text-[0.9375rem]">
    <input type="checkbox" name={NAME} className="tick" />
    Save this address in my account
  </label>
)

/** Saves the address of a form that asks for it, if it is whole and not in the book yet. The checkout goes on meanwhile, and whatever comes of it. */
export function useKeepInBook() {
  const { data: book = [] } = useQuery(addressBook)
  const { mutate: save } = useSaveAddress({
    onError: () => toast.error('The address could not be saved in your account.'),
  })
  return (form: FormData, address: ShippingAddress) => {
    const isThere = book.some((one) => isSameAddress(withoutId(one), address))
    if (!form.has(NAME) || isThere) return
    if (isComplete(address)) save({ address })
    else toast.error('The address is not saved in your account: only a complete one is.')
  }
}
