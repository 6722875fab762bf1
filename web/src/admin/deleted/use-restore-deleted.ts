import type { Deleted } from '@shop/language/api/deleted'
import type { Order } from '@shop/language/api/orders'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { changedOrderIn, ifShown } from '../../orders/order-version.ts'

/** Brings a product or an order back. The admin's lists, and the shop's pages when they are next shown, have it again. */
export function useRestoreDeleted() {
  const queryClient = useQueryClient()
  /** Versions of orders that a refusal has named since they were listed. */
  const [newer, setNewer] = useState<Readonly<Record<string, number>>>({})
  return useMutation({
    mutationFn: ({ kind, _id, version }: Deleted) => {
      const shown = newer[_id] ?? version
      const options = { body: {}, ...ifShown(shown === undefined ? {} : { version: shown }) }
      return api.post<Pick<Order, 'status'>>(`/api/admin/${kind}s/${encodeURIComponent(_id)}/restore`, options)
    },
    onSuccess: () => {
      queryClient.invalidateQueries({ queryKey: ['products'], refetchType: 'none' })
      return queryClient.invalidateQueries({ queryKey: ['admin'] })
    },
    onError: (refusal) => {
      const { _id, version } = changedOrderIn(refusal) ?? {}
      if (_id !== undefined && version !== undefined) setNewer({ ...newer, [_id]: version })
    },
  })
}
