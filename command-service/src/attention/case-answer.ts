import type { Case as CaseView } from '@shop/language/case/api'
import { caseView } from '@shop/language/case/view'
import { accountOf } from '../account/accounts.ts'
import type { Case } from '../case/case-state.ts'
import type { CommandHandler } from '../handler/command-handler.ts'
import { orderIfPlaced } from '../order/load-order.ts'

export async function caseAnswer(commands: CommandHandler, state: Case): Promise<CaseView> {
  const { caseId: _id, facts, times, updatedAt, attempts, end } = state
  const { customerId, checkoutId } = facts
  const name = customerId ? (await accountOf(commands, customerId)).name : ''
  const orderId = facts.orderId ?? (checkoutId && (await hasOrder(commands, checkoutId)) ? checkoutId : null)
  const ended = { closedAt: end?.closedAt ?? null, outcome: end?.outcome ?? null, reason: end?.reason ?? null }
  const last = attempts.at(-1)
  const tried = {
    attempts: attempts.length,
    lastAttempt: last ? { act: last.act, code: last.code, at: last.at } : null,
  }
  return caseView({ ...facts, _id, isOpen: !end, orderId, times, updatedAt, ...tried, ...ended }, name || undefined)
}

async function hasOrder(commands: CommandHandler, checkoutId: string) {
  const order = await orderIfPlaced(commands, checkoutId)
  return order !== undefined && !order.deleted
}
