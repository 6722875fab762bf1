import { isShopError } from '@shop/language/errors'
import { oneOf, type Random, wholeBelow } from '@shop/language/values/random-from'
import type { World } from '../../../command-service/src/test-support/create-world.ts'
import type { Promises } from './watch-promises.ts'

export const LISTED = { shirt: 4, skirt: 2 }
export const CUSTOMERS = ['ada', 'bob', 'cyd']

type Decision = Parameters<World['bank']['decide']>[1]
export type Decisions = readonly Decision[]
export type Attempt = <T>(act: (key: string) => Promise<T>) => Promise<T>

type Scene = Readonly<{ world: World; random: Random; decisions: Decisions; attempt: Attempt; promises: Promises }>

/** `attempt` does an act with a new idempotency key, and sometimes repeats it with the same key. */
export async function buys(scene: Scene) {
  const { world, random, attempt } = scene
  const customer = oneOf(random, CUSTOMERS)
  const lines = random() < 0.5 ? { shirt: 1 + Math.floor(random() * 2) } : { shirt: 1, skirt: 1 }
  if (random() < 0.5) await attempt(() => world.fill(customer, lines))
  // The shop refuses the discount code to a customer who has ordered, and the refusal would end most of these purchases.
  const hasOrdered = world.events.some((event) => event.type === 'OrderPlaced' && isOf(event.data, customer))
  const code = random() < (hasOrdered ? 0.05 : 0.6) ? await world.codeOf(customer) : undefined
  const { checkoutId } = await attempt((key) => world.start(customer, lines, key, code))
  await untilPaid(random, () => pays(scene, customer, checkoutId))
  if (random() < 0.25) return
  await attempt((key) => world.finalize(checkoutId, key))
  if (random() < 0.25) await attempt(() => world.becomes(checkoutId, 'Cancelled'))
}

/** Draws the purchases that are made before the first fault. */
export function drawPast(random: Random) {
  return Array.from({ length: wholeBelow(random, 5) }, () => ({
    customer: oneOf(random, CUSTOMERS),
    lines: oneOf(random, [{ shirt: 1 }, { shirt: 2 }, { shirt: 1, skirt: 1 }]) as Record<string, number>,
  }))
}

export async function haveBought(world: World, past: ReturnType<typeof drawPast>) {
  for (const { customer, lines } of past) {
    const { checkoutId } = await world.start(customer, lines)
    const providerOrderId = await world.beginPayment(checkoutId)
    world.bank.decide(providerOrderId, 'approved')
    await world.pay(customer, { checkoutId, providerOrderId })
    await world.finalize(checkoutId)
  }
}

/** A buyer who reads that the payment was refused often presses the button again. */
async function untilPaid(random: Random, pay: () => Promise<void>): Promise<void> {
  try {
    await pay()
  } catch (refusal) {
    if (!isShopError(refusal, 'PAYMENT_NOT_VERIFIED') || random() < 0.4) throw refusal
    await untilPaid(random, pay)
  }
}

async function pays({ world, random, decisions, attempt, promises }: Scene, customer: string, checkoutId: string) {
  const providerOrderId = await attempt((key) => world.beginPayment(checkoutId, key))
  if (random() < 0.15) return
  world.bank.decide(providerOrderId, oneOf(random, decisions))
  if (random() < 0.25) return
  // An older client names only the checkout, only the payment, or neither.
  const hint = oneOf(random, [{ checkoutId, providerOrderId }, { checkoutId }, { providerOrderId }, {}])
  const isNamed = Object.keys(hint).length > 0
  const press = { customer, checkoutId: isNamed ? checkoutId : undefined, providerOrderId: hint.providerOrderId }
  await attempt((key) => promises.press(press, () => world.pay(customer, hint, key)))
}

export async function paysInAnOldBrowser(
  { world, random, attempt }: Pick<Scene, 'world' | 'random' | 'attempt'>,
  onTaken: (providerOrderId: string) => void,
) {
  const customer = oneOf(random, CUSTOMERS)
  const newest = world.events.findLast(({ type, data }) => type === 'CheckoutStarted' && isOf(data, customer))
  const { totalCents = 2500 } = (newest?.data ?? {}) as { totalCents?: number }
  const providerOrderId = world.bank.payInBrowser(oneOf(random, [totalCents, totalCents, 2500, 4500, 5000]))
  onTaken(providerOrderId)
  await attempt((key) => world.pay(customer, { providerOrderId }, key))
}

const isOf = (data: unknown, customerId: string) => (data as { customerId: string }).customerId === customerId
