import type { Deleted } from '@shop/language/api/deleted'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** Brings a product or an order back. The admin's lists, and the shop's pages when they are next shown, have it again. */
export function useRestoreDeleted() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ kind, _id }: Deleted) =>
      api.post(`/api/admin/${kind}s/${encodeURIComponent(_id)}/restore`, { body: {} }),
    onSuccess: () => {
      queryClient.invalidateQueries({ queryKey: ['products'], refetchType: 'none' })
      return queryClient.invalidateQueries({ queryKey: ['admin'] })
    },
  })
}
