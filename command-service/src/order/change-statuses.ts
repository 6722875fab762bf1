import { isShopError } from '@shop/language/errors'
import type { ChangeStatusesBody, OrderChanged } from '@shop/language/order/api'
import { toShipOf } from '@shop/language/order/lines'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { CommandHandler } from '../handler/command-handler.ts'
import { furtherCommand } from '../handler/command-metadata.ts'
import { requireSameBody } from '../handler/require-same-body.ts'
import { refundIdOf } from './after-buying.ts'
import { changeWithoutProvider } from './change-order.ts'
import { ChangedSince, requireSeen } from './changed-since.ts'
import { loadOrder } from './load-order.ts'
import { adminOrderAnswer } from './order-answer.ts'
import type { Order } from './order-state.ts'

/**
 * A refused change does not stop the other changes. Throws if a store is unavailable, or if the Idempotency-Key was used for another
 * request. Orders that were changed before the error stay changed. A repeat under the same key reports these orders. Jobs make the refunds,
 * because the provider's answers for many orders would take longer than a request may take.
 */
export async function changeStatuses(
  commands: CommandHandler,
  { orders, status, chosenReason, reason, refund }: ChangeStatusesBody,
  metadata: CommandMetadata,
): Promise<readonly OrderChanged[]> {
  await requireSameBody(commands, metadata)
  const at = commands.now().toISOString()

  async function changeOne({
    _id,
    version: seen,
    trackingNumber,
  }: ChangeStatusesBody['orders'][number]): Promise<OrderChanged> {
    // The digest makes the log record a change that changes nothing, so a late repeat does not undo later changes.
    const { digest } = metadata
    const own = {
      ...furtherCommand(metadata, 'one of several', _id),
      ...(digest !== undefined && { digest }),
      ...(seen !== undefined && { seen }),
    }
    try {
      if (status === 'Shipped') {
        const order = await loadOrder(commands, _id)
        if (hasNothingToShip(order)) {
          requireSeen(order, seen)
          return {
            _id,
            outcome: 'skipped',
            message: 'No pieces of this order are left to ship',
            ...(await shown(order)),
          }
        }
      }
      const command = {
        type: 'ChangeStatus',
        status,
        trackingNumber,
        chosenReason,
        reason: reason || undefined,
        refund: refund === 'all' ? { refundId: refundIdOf(own) } : refund,
        at,
      } as const
      const order = await changeWithoutProvider(commands, _id, command, own)
      return { _id, outcome: 'changed', ...(await shown(order)) }
    } catch (refusal) {
      if (!isShopError(refusal) || refusal.status >= 500) throw refusal
      const { code, message } = refusal
      const now = refusal instanceof ChangedSince ? await shown(refusal.order) : {}
      return { _id, outcome: 'refused', code, message, ...now }
    }
  }
  const shown = async (order: Order) => ({ order: await adminOrderAnswer(commands, order) })

  const changed: OrderChanged[] = []
  for (const one of orders) changed.push(await changeOne(one))
  return changed
}

/** Whether the order is in progress, but all its pieces were refunded before they were shipped (decisions O6). */
const hasNothingToShip = (order: Order) =>
  order.status === 'Processing' && order.facts.items.every((_, line) => toShipOf(order, line) === 0)
