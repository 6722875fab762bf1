import { useMutation } from '@tanstack/react-query'
import { useActKey } from '../lib/act-key.ts'
import { api } from '../lib/api.ts'

/** Confirms the newsletter or unsubscribes, with the token of an emailed link. */
export function useNewsletterLink(act: 'confirm' | 'unsubscribe') {
  const { send } = useActKey()
  return useMutation({
    mutationFn: (token: string) =>
      send((idempotencyKey) =>
        api.post<{ message: string }>(`/api/newsletter/${act}`, { body: { token }, idempotencyKey }),
      ),
  })
}
