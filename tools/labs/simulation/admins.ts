import { closeForAdmin } from '@shop/command-service/attention/close-case'
import { refundCase } from '@shop/command-service/attention/refund-case'
import { retryCase } from '@shop/command-service/attention/retry-case'
import { stockDecider } from '@shop/command-service/stock/stock-decider'
import type { ShopEvent } from '@shop/language/all-events'
import { stockStream } from '@shop/language/stock/events'
import { oneOf, type Random, wholeBelow } from '@shop/language/values/random-from'
import type { World } from '../../../command-service/src/test-support/create-world.ts'
import * as aftercare from './aftercare.ts'
import { type Act, type Context, reason, restores } from './context.ts'
import { cancelsAndReopens, deletesByMistake, isSentBack, shipsByMistake } from './courses.ts'
import { type Attempt, LISTED } from './shoppers.ts'

const COUNTS = [0, 2, 6]

/** TABLE: the acts of customers and admins on an order, each with its share. */
const ACTS: readonly (readonly [times: number, act: Act])[] = [
  [2, aftercare.cancelsOwn],
  [2, aftercare.sendsBack],
  [2, aftercare.receives],
  [5, aftercare.refunds],
  [5, aftercare.changesStatus],
  [2, isSentBack],
  [3, cancelsAndReopens],
  [2, shipsByMistake],
  [1, aftercare.closesRefundCase],
  [1, aftercare.removes],
  [2, restores],
  [2, deletesByMistake],
]
/** One factor is drawn for each run and act, so that an act happens often in some runs and never in others. */
const SHARES = [0, 1, 1, 4]

export function drawActs(random: Random): readonly Act[] {
  const acts = ACTS.flatMap(([times, act]) => Array<Act>(times * oneOf(random, SHARES)).fill(act))
  return acts.length > 0 ? acts : [cancelsAndReopens]
}

/** Usually chooses one of the newer orders. Sometimes another person runs the same act a moment later. */
export async function looksAfterAnOrder(context: Context, acts: readonly Act[]) {
  const { world, random, wait } = context
  const placed = idsOf(world, 'OrderPlaced', 'orderId')
  if (placed.length === 0) return
  const at = Math.min(wholeBelow(random, placed.length), wholeBelow(random, placed.length))
  const [act, orderId] = [oneOf(random, acts), placed.toReversed()[at]!]
  const later = async () => {
    for (let moments = wholeBelow(random, 12); moments > 0; moments--) await wait()
    await act(context, orderId)
  }
  const ends = await Promise.allSettled([act(context, orderId), ...(random() < 0.4 ? [later()] : [])])
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

export async function countsStock(world: World, random: Random, attempt: Attempt) {
  const productId = oneOf(random, Object.keys(LISTED))
  const count = { type: 'Count', productId, available: oneOf(random, COUNTS) } as const
  await attempt((key) => world.parts().commands.handle(stockDecider, stockStream(productId), count, world.asking(key)))
}

export async function looksAtACase(world: World, random: Random, attempt: Attempt) {
  const cases = idsOf(world, 'CaseOpened', 'caseId')
  if (cases.length === 0) return
  const caseId = oneOf(random, cases)
  const dice = random()
  await attempt((key): Promise<unknown> => {
    if (dice < 0.5) return retryCase(world.parts(), caseId, world.asking(key))
    if (dice < 0.9) return refundCase(world.parts(), caseId, reason, world.asking(key))
    return closeForAdmin(world.parts(), caseId, reason, world.asking(key))
  })
}

const idsOf = ({ events }: World, type: ShopEvent['type'], field: string): readonly string[] =>
  events.flatMap((event) => (event.type === type ? [String((event.data as Record<string, unknown>)[field])] : []))
