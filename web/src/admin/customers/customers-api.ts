import type { PersonPseudonym } from '@shop/language/analysis/streams'
import type { Customer, Note } from '@shop/language/customer/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAct } from '../../lib/act-key.ts'
import { api } from '../../lib/api.ts'
import { queryOf } from '../../lib/query-of.ts'

export const customerQuery = (id: string) =>
  queryOf<Customer>(['admin', 'users', 'one', id], `/api/admin/users/${encodeURIComponent(id)}`)

/** The names of the person's streams contain this pseudonym. */
export const personPseudonym = (id: string) =>
  api.get<PersonPseudonym>(`/api/analysis/people/${encodeURIComponent(id)}`)

/** A repeated call does no harm, so it has no idempotency key. */
export const useEndSessions = (id: string) =>
  useMutation({ mutationFn: () => api.delete(`/api/admin/users/${encodeURIComponent(id)}/sessions`) })

export function useWriteNote(customerId: string, orderId?: string) {
  const queryClient = useQueryClient()
  const on = orderId ? `orders/${encodeURIComponent(orderId)}` : `users/${encodeURIComponent(customerId)}`
  return useAct(
    (text: string, idempotencyKey) => api.post<Note>(`/api/admin/${on}/notes`, { body: { text }, idempotencyKey }),
    { onSuccess: () => queryClient.invalidateQueries({ queryKey: customerQuery(customerId).queryKey }) },
  )
}
