import type { Case } from '@shop/language/case/api'
import type { HistoryEntry } from '@shop/language/order/api'
import { useQueryClient } from '@tanstack/react-query'
import { useAct } from '../../lib/act-key.ts'
import { api } from '../../lib/api.ts'
import { queryOf } from '../../lib/query-of.ts'

export const caseQueries = {
  one: (id: string) => queryOf<Case>(['admin', 'cases', 'one', id], `/api/admin/cases/${encodeURIComponent(id)}`),
  /** May contain cases of other orders. */
  openOf: (orderId: string) =>
    queryOf<Case[]>(
      ['admin', 'cases', 'of-order', orderId],
      `/api/admin/cases?status=open&search=${encodeURIComponent(orderId)}`,
    ),
  history: (id: string) =>
    queryOf<HistoryEntry[]>(['admin', 'cases', 'history', id], `/api/admin/cases/${encodeURIComponent(id)}/history`),
}

/** `moneyTaken`: the provider has taken the money of a lost dispute. `moneyBack`: it has given back the money of a reversal. */
export type CaseClosing = { act: 'close'; moneyTaken?: true; moneyBack?: true }
export type CaseEnd = { act: 'refund' } | CaseClosing
export type CaseStep = { act: 'retry' } | (CaseEnd & { reason: string })

export function useCaseStep(id: string) {
  const queryClient = useQueryClient()
  return useAct(
    ({ act, ...body }: CaseStep, idempotencyKey) =>
      api.post<Case>(`/api/admin/cases/${encodeURIComponent(id)}/${act}`, { body, idempotencyKey }),
    {
      onSuccess: (after) => {
        queryClient.setQueryData(caseQueries.one(id).queryKey, after)
        return queryClient.invalidateQueries({ queryKey: ['admin', 'cases'] })
      },
    },
  )
}
