import type { ShippingAddress } from '@shop/language/api/address'
import type { SavedAddress } from '@shop/language/api/addresses'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useActKey } from '../lib/act-key.ts'
import { api } from '../lib/api.ts'

const BOOK = '/api/users/me/addresses'

/** The customer's address book, the last saved first. */
export const addressBook = queryOptions({
  queryKey: ['address-book'],
  queryFn: ({ signal }) => api.get<readonly SavedAddress[]>(BOOK, { signal }),
})

/** Saves a further address, or one in the place of that with this id. `onError` is called also where the page has gone on since. */
export function useSaveAddress({ onError }: { onError?: () => void } = {}) {
  const queryClient = useQueryClient()
  const { send } = useActKey()
  return useMutation({
    mutationFn: ({ id, address }: { id?: string; address: ShippingAddress }) =>
      send((idempotencyKey) => {
        const saved = { body: address, idempotencyKey }
        return id ? api.put<SavedAddress>(pathOf(id), saved) : api.post<SavedAddress>(BOOK, saved)
      }),
    onSuccess: () => queryClient.invalidateQueries(addressBook),
    ...(onError && { onError }),
  })
}

/** What the shop does not find is removed already: the book is asked for again. */
export function useRemoveAddress() {
  const queryClient = useQueryClient()
  const { send } = useActKey()
  return useMutation({
    mutationFn: (id: string) => send((idempotencyKey) => api.delete(pathOf(id), { idempotencyKey })),
    onSettled: () => queryClient.invalidateQueries(addressBook),
  })
}

const pathOf = (id: string) => `${BOOK}/${encodeURIComponent(id)}`

/** An address as a form has it. */
export const withoutId = ({ _id, ...address }: SavedAddress): ShippingAddress => address
