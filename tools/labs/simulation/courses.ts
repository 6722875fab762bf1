import { refundCase } from '@shop/command-service/attention/refund-case'
import { requestReturn } from '@shop/command-service/order/after-buying'
import { changeStatus, deleteOrder } from '@shop/command-service/order/change-order'
import type { OrderStatus } from '@shop/language/order/status'
import { oneOf } from '@shop/language/values/random-from'
import { receives, sendsBack } from './aftercare.ts'
import { type Act, type Context, reason, restores } from './context.ts'

export const isSentBack: Act = async (context, orderId) => {
  await become(context, orderId, ['Shipped'])
  await sendsBack(context, orderId)
  await receives(context, orderId)
}

export const cancelsAndReopens: Act = async (context, orderId) => {
  const back = oneOf(context.random, ['Processing', 'Shipped'] as const)
  const again = context.random() < 0.5 ? (['Cancelled'] as const) : []
  await become(context, orderId, ['Cancelled', back, ...again])
}

export const shipsByMistake: Act = async (context, orderId) => {
  const { world, random, attempt } = context
  await become(context, orderId, ['Shipped'])
  if (random() < 0.6) {
    const pieces = [{ line: 0, quantity: 1 }]
    await attempt((key) => requestReturn(world.parts(), orderId, { reason, pieces }, world.asking(key)))
  }
  const after = random() < 0.7 ? (['Cancelled'] as const) : []
  await become(context, orderId, ['Processing', ...after])
}

export const deletesByMistake: Act = async (context, orderId) => {
  const { world, random, attempt } = context
  await attempt((key) => deleteOrder(world.parts().commands, orderId, world.asking(key)))
  const due = world.events.findLast(
    ({ type, data }) => type === 'CaseOpened' && isAbout(data, { kind: 'order-deleted', orderId }),
  )
  const { caseId } = (due?.data ?? {}) as { caseId?: string }
  if (caseId && random() < 0.6) await attempt((key) => refundCase(world.parts(), caseId, reason, world.asking(key)))
  await restores(context, orderId)
}
const isAbout = (data: unknown, about: Readonly<Record<string, string>>) =>
  Object.entries(about).every(([field, value]) => (data as Record<string, unknown>)[field] === value)

async function become({ world, attempt }: Context, orderId: string, statuses: readonly OrderStatus[]) {
  for (const status of statuses)
    await attempt((key) => {
      const at = new Date(world.now()).toISOString()
      return changeStatus(world.parts(), orderId, { type: 'ChangeStatus', status, at }, world.asking(key))
    })
}
