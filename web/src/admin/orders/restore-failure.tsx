import { ApiError } from '../../lib/api.ts'
import { AdminFailure } from '../parts/admin-failure.tsx'

export const RestoreFailure = ({
  error,
  fallback = 'Failed to restore order',
}: {
  error: Error | null
  fallback?: string
}) => (
  <AdminFailure error={error} fallback={fallback}>
    {error instanceof ApiError && error.code === 'OUT_OF_STOCK' && (
      <p>
        The order stays deleted, because too few of its pieces are in stock. Receive more stock and restore the order
        again, or refund the order under Needs attention.
      </p>
    )}
  </AdminFailure>
)
