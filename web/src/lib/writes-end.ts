import type { QueryClient } from '@tanstack/react-query'

/** Resolves when no write is running or waiting. Leaving the document would cancel writes. */
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
