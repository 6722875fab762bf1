import type { Case } from '@shop/language/case/api'
import { useQuery } from '@tanstack/react-query'
import { api } from '../lib/api.ts'

/** More cases are not counted, because counting fetches each case with its customer and order. */
const MOST_COUNTED = 9

export function OpenCases() {
  const { data: cases = [] } = useQuery({
    queryKey: ['admin', 'cases', 'open'],
    queryFn: ({ signal }) =>
      api.get<readonly Case[]>(`/api/admin/cases?status=open&limit=${MOST_COUNTED + 1}`, { signal }),
  })
  if (cases.length === 0) return null
  return (
    <span className="num ml-auto bg-bad-wash px-2 py-0.5 text-[0.8125rem] font-semibold text-bad">
      {cases.length > MOST_COUNTED ? `${MOST_COUNTED}+` : cases.length}
      <span className="sr-only"> open</span>
    </span>
  )
}
