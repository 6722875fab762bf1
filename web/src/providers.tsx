import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorBoundary } from './layout/error-boundary.tsx'
import { ErrorPage } from './layout/error-page.tsx'
import { ApiError } from './lib/api.ts'
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

export const createQueryClient = () =>
  new QueryClient({
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
