import type { Order } from '@shop/language/order/api'
import { formatMoney } from '../../lib/money.ts'
import { piecesInWords } from '../../orders/money-words.ts'
import { changeFailure } from '../../orders/orders-api.ts'
import { ActFailure } from '../../ui/act-failure.tsx'
import { Note } from '../../ui/note.tsx'
import { AdminButton } from '../parts/admin-button.tsx'
import { useChangeStatus } from './admin-orders-api.ts'

/** An order can owe pieces that it does not hold: the order was deleted and restored during a refund, and the refund then failed. */
export function LackingPieces({ order, lacking }: { order: Order; lacking: number }) {
  const { mutate, isPending, error } = useChangeStatus()
  const pieces = piecesInWords([{ quantity: lacking }])
  return (
    <div className="mb-4 grid gap-3">
      {error && <ActFailure error={error}>{changeFailure(error)}</ActFailure>}
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
          during a refund, and the refund failed. Take {lacking === 1 ? 'the piece' : 'the pieces'} from stock again and
          ship the order, or refund the remaining {formatMoney(order.refundable ?? 0)}.
        </p>
      </Note>
    </div>
  )
}
