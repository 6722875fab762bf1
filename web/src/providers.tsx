import { MutationCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorBoundary } from './layout/error-boundary.tsx'
import { ErrorPage } from './layout/error-page.tsx'
import { ApiError } from './lib/api.ts'
import { mayBeDone } from './lib/write-failure.ts'
import { LiveUpdates } from './live/live-updates.tsx'

const MAX_RETRIES = 2

export function Providers({ client, children }: { client: QueryClient; children: ReactNode }) {
  return (
    <ErrorBoundary
      fallback={
        <main>
          <ErrorPage />
        </main>
      }
    >
      <QueryClientProvider client={client}>
        {children}
        <LiveUpdates />
      </QueryClientProvider>
    </ErrorBoundary>
  )
}

export function createQueryClient() {
  const client: QueryClient = new QueryClient({
    // A write whose answer was lost may have changed what the page shows. After the end of a session, reads would leave the page.
    mutationCache: new MutationCache({
      onError: (error, _, __, { meta }) => void (mayBeDone(error) && !meta?.endsSession && client.invalidateQueries()),
    }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // Without a connection, requests fail at once instead of waiting.
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (failures, error) => failures < MAX_RETRIES && !(error instanceof ApiError && error.isRefusal),
      },
      mutations: { networkMode: 'always' },
    },
  })
  return client
}
