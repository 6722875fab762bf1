import type { Deleted } from '@shop/language/deleted/api'
import type { Order } from '@shop/language/order/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { changedOrderIn, ifShown } from '../../orders/order-version.ts'

/** The admin's lists are refetched now. The shop's pages are refetched when they are shown next. */
export function useRestoreDeleted() {
  const queryClient = useQueryClient()
  /** The current versions of orders that have changed since the list was loaded, by id. */
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
