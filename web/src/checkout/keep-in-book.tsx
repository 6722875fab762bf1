import type { ShippingAddress } from '@shop/language/address/api'
import { useQuery } from '@tanstack/react-query'
import { addressBook, useSaveAddress, withoutId } from '../orders/address-book-api.ts'
import { isComplete } from '../orders/parcel-address.tsx'
import { toast } from '../ui/toast.ts'
import { isSameAddress } from './same-address.ts'

const NAME = 'keepInBook'

export const KeepInBook = () => (
  <label className="flex min-h-11 w-fit items-center gap-2.5 text-[0.9375rem]">
    <input type="checkbox" name={NAME} className="tick" />
    Save this address in my account
  </label>
)

export function useKeepInBook() {
  const { data: book = [] } = useQuery(addressBook)
  const { mutate: save } = useSaveAddress({
    onError: () => toast.error('The address could not be saved in your account.'),
  })
  return (form: FormData, address: ShippingAddress) => {
    const isThere = book.some((one) => isSameAddress(withoutId(one), address))
    if (!form.has(NAME) || isThere) return
    if (isComplete(address)) save({ address })
    else toast.error('Only a complete address can be saved in your account.')
  }
}
