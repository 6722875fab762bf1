import type { Order as OrderView } from '@shop/language/order/api'
import { adminOrderView, orderView } from '@shop/language/order/view'
import { accountOf } from '../account/accounts.ts'
import type { CommandHandler } from '../handler/command-handler.ts'
import type { Order } from './order-state.ts'

export const customerOrderView = (order: Order): OrderView => orderView(factsOf(order))

export async function adminOrderAnswer(commands: CommandHandler, order: Order): Promise<OrderView> {
  const _id = order.facts.customerId
  const { name, email } = await accountOf(commands, _id)
  return adminOrderView(factsOf(order), name ? { _id, name, email } : undefined)
}

const factsOf = ({ facts, ...order }: Order) => ({ ...facts, ...order, _id: facts.orderId })
