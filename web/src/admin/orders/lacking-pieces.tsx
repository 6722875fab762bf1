import type { Order } from '@shop/language/order/api'
import { formatMoney } from '../../lib/money.ts'
import { piecesInWords } from '../../orders/money-words.ts'
import { changeFailure } from '../../orders/orders-api.ts'
import { FailureMessage } from '../../ui/failure-message.tsx'
import { Note } from '../../ui/note.tsx'
import { AdminButton } from '../parts/admin-button.tsx'
import { useChangeStatus } from './admin-orders-api.ts'

/**
 * For an order that was deleted and restored while a refund was in progress. Then the refund failed. The order still owes the pieces of
 * this refund, but does not hold them. An admin takes the pieces from stock again, or refunds what is left.
 */
export function LackingPieces({ order, lacking }: { order: Order; lacking: number }) {
  const { mutate, isPending, error } = useChangeStatus()
  const pieces = piecesInWords([{ quantity: lacking }])
  return (
    <div className="mb-4 grid gap-3">
      {error && <FailureMessage error={error}>{changeFailure(error)}</FailureMessage>}
      <Note
        tone="warn"
        action={
          <AdminButton busy={isPending} onClick={() => mutate({ order, status: 'Processing' })}>
            Take {lacking === 1 ? 'it' : 'them'} from stock
          </AdminButton>
        }
      >
        <p>
          <b className="font-semibold">{pieces} of this order cannot be shipped.</b> The order was deleted and restored
          during a refund, which has failed. Take {lacking === 1 ? 'the piece' : 'the pieces'} from stock again and ship
          the order, or refund what is left ({formatMoney(order.refundable ?? 0)}).
        </p>
      </Note>
    </div>
  )
}
