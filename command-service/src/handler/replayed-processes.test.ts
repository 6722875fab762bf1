import { orderStream } from '@shop/language/order/events'
import { followUpsOf } from '@shop/projections/process-manager'
import { processes } from '@shop/projections/processes/all'
import { expect, test } from 'vitest'
import { createQueuedCommands } from '../handle-queued.ts'
import { receiveReturn, requestReturn } from '../order/after-buying.ts'
import { deleteOrder, restoreOrder } from '../order/change-order.ts'
import { orderDecider } from '../order/order-decider.ts'
import { type StockCommand, stockDecider } from '../stock/stock-decider.ts'
import { expectBalancedBooks, watchStock } from '../test-support/books.ts'
import { createWorld } from '../test-support/create-world.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const LISTED = { shirt: 20, skirt: 20 }

/** A shop's history with every event that a process manager follows. */
async function oldShop() {
  const world = createWorld()
  const stocks = watchStock(world)
  for (const [productId, count] of Object.entries(LISTED)) await world.list(productId, count)

  async function buy(customer: string, lines: Record<string, number>) {
    const { checkoutId } = await world.start(customer, lines)
    const providerOrderId = await world.beginPayment(checkoutId)
    world.bank.decide(providerOrderId, 'approved')
    await world.pay(customer, { checkoutId, providerOrderId })
    await world.finalize(checkoutId)
    return checkoutId
  }
  await buy('ada', { shirt: 2 })
  await world.becomes(await buy('ada', { shirt: 1, skirt: 1 }), 'Cancelled')
  await world.start('bob', { shirt: 3 })
  await buy('bob', { skirt: 2 })
  // This order is cancelled, resumed, and cancelled again.
  const regretted = await buy('cleo', { skirt: 1 })
  await world.becomes(regretted, 'Cancelled')
  await world.becomes(regretted, 'Processing')
  await world.becomes(regretted, 'Cancelled')
  // This checkout is never paid, so it expires.
  const late = await world.start('dora', { shirt: 4 })
  const lateOrder = await world.beginPayment(late.checkoutId)
  await world.settle()
  // This payment is approved late, so its checkout is reopened.
  world.bank.decide(lateOrder, 'approved')
  await world.pay('dora', { checkoutId: late.checkoutId, providerOrderId: lateOrder })
  await world.settle()
  // This order is deleted, restored, and deleted again.
  const { commands } = world.parts()
  const removed = await buy('finn', { skirt: 1 })
  await deleteOrder(commands, removed, world.asking())
  await restoreOrder(commands, removed, world.asking())
  await deleteOrder(commands, removed, world.asking())
  // This order is delivered; one piece is returned and refunded. The provider also reports the order's payment.
  const kept = await buy('eve', { shirt: 2 })
  const delivered = { type: 'ChangeStatus', status: 'Delivered', at: '' } as const
  await world.parts().commands.handle(orderDecider, orderStream(kept), delivered, world.asking())
  const pieces = [{ line: 0, quantity: 1 }]
  const { returnId } = await requestReturn(world.parts(), kept, { reason: 'Too small', pieces }, world.asking())
  const received = [{ line: 0, quantity: 1, restocked: 1 }]
  await receiveReturn(world.parts(), { orderId: kept, returnId }, { received }, world.asking())
  await world.signal({ what: 'PAYMENT.CAPTURE.COMPLETED', checkoutId: kept, amountCents: 5000 })
  await world.settle()
  return { world, stocks }
}

test('replaying every process manager from the start of the log appends nothing, even if all commands were forgotten', async () => {
  const { world, stocks } = await oldShop()
  expectBalancedBooks(world, stocks, LISTED)
  world.passTime(30 * DAY_MS)
  // No event has the ids under which the commands are now handled, so every command looks new.
  world.restart({ forgettingIds: true })
  const before = world.events.length
  const replayed = world.events.flatMap((event) => processes.flatMap((process) => followUpsOf(process, event)))
  for (const [index, { command }] of replayed.entries())
    await createQueuedCommands(world.parts())({ id: `raised ${index}`, command })
  expect(world.events.slice(before).map(({ type, stream }) => `${type} in ${stream}`)).toEqual([])
  const asked = replayed.map(({ command }) => command.type)
  expect(asked).toEqual(
    expect.arrayContaining([
      'ReturnStock',
      'SettleReclaim',
      'FollowDeletion',
      'RestockReturn',
      'MakeRefund',
      'FollowSignal',
    ]),
  )
  expectBalancedBooks(world, stocks, LISTED)
})

test('a repeated step of a cancellation does not return the stock again, even if all commands were forgotten', async () => {
  const { world, stocks } = await oldShop()
  const returned = world.events.filter(({ type }) => type === 'StockReturned')
  world.restart({ forgettingIds: true })
  for (const { stream, data } of returned) {
    const again = { type: 'Return', ...(data as Omit<Return, 'type'>) } as const
    await world.parts().commands.ensure(stockDecider, stream, again, world.asking())
  }
  expect(returned.length).toBeGreaterThan(2)
  expectBalancedBooks(world, stocks, LISTED)
})

type Return = Extract<StockCommand, { type: 'Return' }>
