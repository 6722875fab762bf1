import { ActFailure } from '../ui/act-failure.tsx'
import { OrderChanged } from './order-changed.tsx'
import { changedOrderIn } from './order-version.ts'
import { changeFailure } from './orders-api.ts'
import type { useShownOrder } from './use-shown-order.ts'

type RefusedProps = { error: Error | null; shown: ReturnType<typeof useShownOrder> }

export function ChangeRefused({ error, shown: { changes } }: RefusedProps) {
  if (!error) return null
  if (changedOrderIn(error) && changes) return <OrderChanged changes={changes} />
  return <ActFailure error={error}>{changeFailure(error)}</ActFailure>
}
