import type { QueryClient } from '@tanstack/react-query'
import { oneAfterTheOther } from './cart-acts.ts'

/** Resolves once no cart call is under way: one that is would end with the document that is left. */
export async function cartCallsEnd(queryClient: QueryClient) {
  const isAnyUnderWay = () =>
    queryClient.isMutating({ predicate: ({ options }) => options.scope?.id === oneAfterTheOther.scope.id }) > 0
  if (!isAnyUnderWay()) return
  await new Promise<void>((resolve) => {
    const stop = queryClient.getMutationCache().subscribe(() => {
      if (isAnyUnderWay()) return
      stop()
      resolve()
    })
  })
}
