import type { ShopEvent } from '@shop/language/all-events'
import type { Recorded } from '@shop/language/events/event'
import type { World } from './create-world.ts'

export async function buyShirts(world: World, quantity = 3, listed = 5) {
  await world.list('shirt', listed)
  const { checkoutId: orderId } = await world.start('ada', { shirt: quantity })
  const providerOrderId = await world.beginPayment(orderId)
  world.bank.decide(providerOrderId, 'approved')
  await world.pay('ada', { checkoutId: orderId })
  await world.finalize(orderId)
  await world.live(60_000)
  return { orderId, providerOrderId, captureId: `CAP-${providerOrderId}` }
}

export const dataOf = <Type extends ShopEvent['type']>(world: World, type: Type) =>
  (world.events as unknown as Recorded<ShopEvent>[]).flatMap((event) =>
    event.type === type ? [event.data as Extract<ShopEvent, { type: Type }>['data']] : [],
  )

export function openCodes(world: World) {
  const open = new Map<string, string>()
  for (const { type, data } of world.events as unknown as Recorded<ShopEvent>[]) {
    if (type === 'CaseOpened' || type === 'CaseReopened') open.set(data.caseId, data.code)
    if (type === 'CaseUpdated' && open.has(data.caseId)) open.set(data.caseId, data.code)
    if (type === 'CaseClosed') open.delete(data.caseId)
  }
  return [...open.values()]
}

export function countRefunds({ bank: { provider } }: World) {
  const attempts: number[] = []
  const lookUps: string[] = []
  const { refund, lookUpRefund } = provider
  provider.refund = (asked) => {
    attempts.push(asked.attempt)
    return refund(asked)
  }
  provider.lookUpRefund = (refundId) => {
    lookUps.push(refundId)
    return lookUpRefund(refundId)
  }
  return { attempts, lookUps }
}
