import type { QueryClient } from '@tanstack/react-query'

/** Resolves once no write is under way: one that is, or waits for its turn, would end with the document that is left. */
export async function writesEnd(queryClient: QueryClient) {
  const isAnyUnderWay = () => queryClient.isMutating() > 0
  if (!isAnyUnderWay()) return
  await new Promise<void>((resolve) => {
    const stop = queryClient.getMutationCache().subscribe(() => {
      if (isAnyUnderWay()) return
      stop()
      resolve()
    })
  })
}
