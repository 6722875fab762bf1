import { cancelByCustomer, receiveReturn, refundOrder, requestReturn } from '@shop/command-service/order/after-buying'
import { changeStatus, deleteOrder } from '@shop/command-service/order/change-order'
import { loadAnyOrder, onOrder } from '@shop/command-service/order/load-order'
import type { OrderStatus } from '@shop/language/order/status'
import { oneOf, type Random, wholeBelow } from '@shop/language/values/random-from'
import { type Act, decide, reason } from './context.ts'

const STATUSES: readonly OrderStatus[] = ['Processing', 'Processing', 'Shipped', 'Delivered', 'Cancelled', 'Cancelled']
const CENTS = [1, 500, 2500, 5000]

export const cancelsOwn: Act = (context, orderId) =>
  decide(context, orderId, (metadata) => cancelByCustomer(context.world.parts(), orderId, metadata))

export const sendsBack: Act = async (context, orderId) => {
  const { world, random, attempt } = context
  const pieces = [{ line: 0, quantity: 1 + wholeBelow(random, 2) }]
  await attempt((key) => requestReturn(world.parts(), orderId, { reason, pieces }, world.asking(key)))
}

export const receives: Act = async (context, orderId) => {
  const { world, random } = context
  const { returns } = await loadAnyOrder(world.parts().commands, orderId)
  if (returns.length === 0) return
  const { returnId, pieces } = oneOf(random, returns)
  const received = pieces.flatMap(({ line, quantity }) => {
    const came = wholeBelow(random, quantity + 1)
    return came > 0 ? [{ line, quantity: came, restocked: wholeBelow(random, came + 1) }] : []
  })
  const amountCents = random() < 0.3 ? oneOf(random, CENTS) : undefined
  await decide(context, orderId, (metadata) =>
    receiveReturn(world.parts(), { orderId, returnId }, { received, amountCents }, metadata),
  )
}

export const refunds: Act = (context, orderId) => {
  const { world, random } = context
  const restock = oneOf(random, [undefined, undefined, true, false])
  const pieces = [{ line: 0, quantity: 1 + wholeBelow(random, 2), restock }]
  const amountCents = oneOf(random, CENTS)
  const wanted = oneOf(random, [{}, { amountCents }, { pieces }, { pieces }, { pieces, amountCents }])
  return decide(context, orderId, (metadata) => refundOrder(world.parts(), orderId, { reason, ...wanted }, metadata))
}

export const changesStatus: Act = (context, orderId) => {
  const { world, random } = context
  const status = oneOf(random, STATUSES)
  const dialog = status === 'Cancelled' ? cancelling(random) : undefined
  return decide(context, orderId, (metadata) => {
    const at = new Date(world.now()).toISOString()
    const refund = dialog?.refund?.(`refund of ${metadata.causationId}`)
    return changeStatus(world.parts(), orderId, { type: 'ChangeStatus', status, at, ...dialog?.said, refund }, metadata)
  })
}

/** Draws an admin's choices in the dialog for a cancellation. Undefined stands for an older client without this dialog. */
function cancelling(random: Random) {
  if (random() < 0.4) return undefined
  const amountCents = oneOf(random, CENTS)
  return {
    said: { reason, restock: random() < 0.7, message: oneOf(random, [undefined, 'Sorry']) },
    refund: oneOf(random, [
      undefined,
      () => 'none' as const,
      (refundId: string) => ({ refundId }),
      (refundId: string) => ({ refundId, amountCents }),
    ]),
  }
}

export const closesRefundCase: Act = (context, orderId) =>
  decide(context, orderId, (metadata) =>
    onOrder(context.world.parts().commands, orderId, { type: 'CloseRefundCase', reason }, metadata),
  )

export const removes: Act = (context, orderId) =>
  decide(context, orderId, (metadata) => deleteOrder(context.world.parts().commands, orderId, metadata))
