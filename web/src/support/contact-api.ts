import type { ContactBody } from '@shop/language/correspondence/contact'
import { useMutation } from '@tanstack/react-query'
import { useActKey } from '../lib/act-key.ts'
import { api } from '../lib/api.ts'

/** Sends a message to the shop. */
export function useContact() {
  const { send } = useActKey()
  return useMutation({
    mutationFn: (body: ContactBody) =>
      send((idempotencyKey) => api.post<{ message: string }>('/api/contact', { body, idempotencyKey })),
  })
}
