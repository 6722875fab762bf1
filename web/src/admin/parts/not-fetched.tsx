import { AdminFailure } from './admin-failure.tsx'
import { LoadingRows } from './loading-rows.tsx'

type NotFetchedProps = { error: Error | null; failure: string; refetch: () => void }

/** Stands in for data that a query has not fetched yet or could not fetch. */
export const NotFetched = ({ error, failure, refetch }: NotFetchedProps) =>
  error ? <AdminFailure error={error} fallback={failure} onRetry={() => refetch()} /> : <LoadingRows />
