import type { SavedAddress } from '@shop/language/address/answers'
import type { ShippingAddress } from '@shop/language/address/api'
import { useQueryClient } from '@tanstack/react-query'
import { useAct } from '../lib/act-key.ts'
import { api } from '../lib/api.ts'
import { queryOf } from '../lib/query-of.ts'

const BOOK = '/api/users/me/addresses'

/** The address saved last comes first. */
export const addressBook = queryOf<readonly SavedAddress[]>(['address-book'], BOOK)

/** `onError` runs even if the user has left the page. */
export function useSaveAddress({ onError }: { onError?: () => void } = {}) {
  const queryClient = useQueryClient()
  return useAct(
    ({ id, address }: { id?: string; address: ShippingAddress }, idempotencyKey) => {
      const saved = { body: address, idempotencyKey }
      return id ? api.put<SavedAddress>(pathOf(id), saved) : api.post<SavedAddress>(BOOK, saved)
    },
    { onSuccess: () => queryClient.invalidateQueries(addressBook), ...(onError && { onError }) },
  )
}

/** The book is refetched after a refusal too, because another tab may have removed the address. */
export function useRemoveAddress() {
  const queryClient = useQueryClient()
  return useAct((id: string, idempotencyKey) => api.delete(pathOf(id), { idempotencyKey }), {
    onSettled: () => queryClient.invalidateQueries(addressBook),
  })
}

const pathOf = (id: string) => `${BOOK}/${encodeURIComponent(id)}`

export const withoutId = ({ _id, ...address }: SavedAddress): ShippingAddress => address
