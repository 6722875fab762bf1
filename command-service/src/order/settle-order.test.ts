import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createWorld, type Failpoint } from '../test-support/create-world.ts'

/** More turns of the event loop than a command needs from its start to its append. */
const TURNS = 20

test('the appends with which pieces leave stock and cart are in flight together, and finalizing comes last', async () => {
  let inFlight = 0
  let most = 0
  async function pass(failpoint: Failpoint) {
    if (failpoint === 'after append') inFlight--
    if (failpoint !== 'before append') return
    most = Math.max(most, ++inFlight)
    for (let turn = 0; turn < TURNS; turn++) await nextTurn()
  }
  const world = createWorld({ pass })
  await world.list('shirt', 3)
  await world.list('scarf', 3)
  const { checkoutId } = await world.start('ada', { shirt: 1, scarf: 1 })
  const providerOrderId = await world.beginPayment(checkoutId)
  world.bank.decide(providerOrderId, 'approved')
  await world.pay('ada', { checkoutId, providerOrderId })
  const before = world.events.length
  most = 0
  await world.finalize(checkoutId)
  const types = world.events.slice(before).map(({ type }) => type)
  expect(types.slice(1, -1).toSorted()).toEqual(['PurchaseLeftCart', 'StockTaken', 'StockTaken'])
  expect([types[0], types.at(-1)]).toEqual(['OrderPlaced', 'CheckoutFinalized'])
  expect(most).toBe(3)
})
