import { closeForAdmin } from '@shop/command-service/attention/close-case'
import { refundCase } from '@shop/command-service/attention/refund-case'
import { retryCase } from '@shop/command-service/attention/retry-case'
import { cancelByCustomer, receiveReturn, refundOrder, requestReturn } from '@shop/command-service/order/after-buying'
import { changeStatus, deleteOrder, restoreOrder } from '@shop/command-service/order/change-order'
import { loadAnyOrder, onOrder } from '@shop/command-service/order/load-order'
import { stockDecider } from '@shop/command-service/stock/stock-decider'
import type { OrderStatus } from '@shop/language/api/order-status'
import { stockStream } from '@shop/language/events/stock-events'
import { oneOf, type Random, wholeBelow } from '@shop/language/random-from'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { World } from '../../../command-service/src/test-support/create-world.ts'
import { type Attempt, LISTED } from './shoppers.ts'
import type { Looks } from './watch-looks.ts'

const STATUSES: readonly OrderStatus[] = ['Processing', 'Processing', 'Shipped', 'Delivered', 'Cancelled', 'Cancelled']
const CENTS = [1, 500, 2500, 5000]
const COUNTS = [0, 2, 6]
const reason = 'Because'

/** `looks`: what two admins and a customer see before they decide, while others do something. */
export type Caring = Readonly<{ world: World; random: Random; attempt: Attempt; looks: Looks }>
type Act = (caring: Caring, orderId: string) => Promise<unknown>

/** Does something about an order: mostly with the version that was seen a while ago, else as a client that sends none. */
async function decide(
  { world, random, attempt, looks }: Caring,
  orderId: string,
  act: (metadata: CommandMetadata) => Promise<unknown>,
) {
  if (random() < 0.4) return attempt((key) => act(world.asking(key)))
  const seen = await looks.at(orderId)
  return attempt((key) => looks.decides(orderId, seen, key, () => act({ ...world.asking(key), seen: seen.version })))
}

const cancelsOwn: Act = (caring, orderId) =>
  decide(caring, orderId, (metadata) => cancelByCustomer(caring.world.parts(), orderId, metadata))

/** A customer asks for a return, also where that comes too early, of which perhaps not all comes, or none. */
const sendsBack: Act = async (caring, orderId) => {
  const { world, random, attempt } = caring
  const pieces = [{ line: 0, quantity: 1 + wholeBelow(random, 2) }]
  await attempt((key) => requestReturn(world.parts(), orderId, { reason, pieces }, world.asking(key)))
}

/** An admin receives one of the returns that are awaited, of a customer's or of a cancellation. */
const receives: Act = async (caring, orderId) => {
  const { world, random } = caring
  const { returns } = await loadAnyOrder(world.parts().commands, orderId)
  if (returns.length === 0) return
  const { returnId, pieces } = oneOf(random, returns)
  const received = pieces.flatMap(({ line, quantity }) => {
    const came = wholeBelow(random, quantity + 1)
    return came > 0 ? [{ line, quantity: came, restocked: wholeBelow(random, came + 1) }] : []
  })
  const amountCents = random() < 0.3 ? oneOf(random, CENTS) : undefined
  await decide(caring, orderId, (metadata) =>
    receiveReturn(world.parts(), { orderId, returnId }, { received, amountCents }, metadata),
  )
}

const refunds: Act = (caring, orderId) => {
  const { world, random } = caring
  const restock = oneOf(random, [undefined, undefined, true, false])
  const pieces = [{ line: 0, quantity: 1 + wholeBelow(random, 2), restock }]
  const amountCents = oneOf(random, CENTS)
  const wanted = oneOf(random, [{}, { amountCents }, { pieces }, { pieces }, { pieces, amountCents }])
  return decide(caring, orderId, (metadata) => refundOrder(world.parts(), orderId, { reason, ...wanted }, metadata))
}

const changesStatus: Act = (caring, orderId) => {
  const { world, random } = caring
  const status = oneOf(random, STATUSES)
  const dialog = status === 'Cancelled' ? cancelling(random) : undefined
  return decide(caring, orderId, (metadata) => {
    const at = new Date(world.now()).toISOString()
    const refund = dialog?.refund?.(`refund of ${metadata.causationId}`)
    return changeStatus(world.parts(), orderId, { type: 'ChangeStatus', status, at, ...dialog?.said, refund }, metadata)
  })
}

/** An admin cancels an order, regrets that, and perhaps cancels it again. */
const regrets: Act = async (caring, orderId) => {
  const back = oneOf(caring.random, ['Processing', 'Shipped'] as const)
  const again = caring.random() < 0.5 ? (['Cancelled'] as const) : []
  await become(caring, orderId, ['Cancelled', back, ...again])
}

/** An admin ships an order by mistake, its customer asks for a return meanwhile, and it is set back, perhaps to be cancelled. */
const shipsByMistake: Act = async (caring, orderId) => {
  const { world, random, attempt } = caring
  await become(caring, orderId, ['Shipped'])
  if (random() < 0.6) {
    const pieces = [{ line: 0, quantity: 1 }]
    await attempt((key) => requestReturn(world.parts(), orderId, { reason, pieces }, world.asking(key)))
  }
  const after = random() < 0.7 ? (['Cancelled'] as const) : []
  await become(caring, orderId, ['Processing', ...after])
}

/** An admin deletes an order, perhaps gives its money back by the case of that, and restores it. */
const deletesByMistake: Act = async ({ world, random, attempt }, orderId) => {
  await attempt((key) => deleteOrder(world.parts().commands, orderId, world.asking(key)))
  const due = world.events.findLast(
    ({ type, data }) => type === 'CaseOpened' && isAbout(data, { kind: 'order-deleted', orderId }),
  )
  const { caseId } = (due?.data ?? {}) as { caseId?: string }
  if (caseId && random() < 0.6) await attempt((key) => refundCase(world.parts(), caseId, reason, world.asking(key)))
  await attempt((key) => restoreOrder(world.parts().commands, orderId, world.asking(key)))
}
const isAbout = (data: unknown, about: Readonly<Record<string, string>>) =>
  Object.entries(about).every(([field, value]) => (data as Record<string, unknown>)[field] === value)

async function become({ world, attempt }: Caring, orderId: string, statuses: readonly OrderStatus[]) {
  for (const status of statuses)
    await attempt((key) => {
      const at = new Date(world.now()).toISOString()
      return changeStatus(world.parts(), orderId, { type: 'ChangeStatus', status, at }, world.asking(key))
    })
}

/** What an admin chooses in the dialog of a cancellation, which older clients do not have. */
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

const closesRefundCase: Act = (caring, orderId) =>
  decide(caring, orderId, (metadata) =>
    onOrder(caring.world.parts().commands, orderId, { type: 'CloseRefundCase', reason }, metadata),
  )

const removes: Act = (caring, orderId) =>
  decide(caring, orderId, (metadata) => deleteOrder(caring.world.parts().commands, orderId, metadata))
const restores: Act = ({ world, attempt }, orderId) =>
  attempt((key) => restoreOrder(world.parts().commands, orderId, world.asking(key)))

/** TABLE: what customers and admins do about an order, by how often. */
const ACTS: readonly (readonly [times: number, act: Act])[] = [
  [2, cancelsOwn],
  [2, sendsBack],
  [2, receives],
  [5, refunds],
  [5, changesStatus],
  [2, regrets],
  [1, shipsByMistake],
  [1, closesRefundCase],
  [1, removes],
  [2, restores],
  [1, deletesByMistake],
]
const acts = ACTS.flatMap(([times, act]) => Array.from({ length: times }, () => act))

/** Somebody does something about one of the orders that there are, the newest more often. */
export async function looksAfterAnOrder(caring: Caring) {
  const { world, random } = caring
  const placed = idsOf(world, 'OrderPlaced', 'orderId')
  if (placed.length === 0) return
  const at = Math.min(wholeBelow(random, placed.length), wholeBelow(random, placed.length))
  await oneOf(random, acts)(caring, placed.toReversed()[at]!)
}

/** An admin counts what is on the shelf. */
export async function countsStock(world: World, random: Random, attempt: Attempt) {
  const productId = oneOf(random, Object.keys(LISTED))
  const count = { type: 'Count', productId, available: oneOf(random, COUNTS) } as const
  await attempt((key) => world.parts().commands.handle(stockDecider, stockStream(productId), count, world.asking(key)))
}

/** An admin looks at one of the cases that were opened: tries again, gives the money back, or closes it. */
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

const idsOf = ({ events }: World, type: string, field: string): readonly string[] =>
  events.flatMap((event) => (event.type === type ? [String((event.data as Record<string, unknown>)[field])] : []))
