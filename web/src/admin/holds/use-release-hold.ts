import type { Hold } from '@shop/language/hold/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** Releases the pieces of a checkout, even if the buyer has begun to pay. The admin has confirmed the release. */
export function useReleaseHold() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ _id, payment }: Hold) =>
      api.post(`/api/admin/holds/${encodeURIComponent(_id)}/release`, { body: { evenIfBegun: payment === 'begun' } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['admin'] }),
  })
}
