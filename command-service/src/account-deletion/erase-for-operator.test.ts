import { accountStream } from '@shop/language/account/events'
import { unfinishedIn } from '@shop/stores/erasure/unfinished'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { accountDecider } from '../account/account-decider.ts'
import { setRole } from '../account/save-account.ts'
import { createQueuedCommands } from '../handle-queued.ts'
import { refundOrder } from '../order/after-buying.ts'
import { createWorld, type World } from '../test-support/create-world.ts'
import { refundsOf } from '../test-support/fake-refunds.ts'
import { checkDeletionByAdmin, checkOwnDeletion } from './open-orders.ts'

let world: World
const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
beforeEach(async () => {
  world = createWorld()
  const { commands } = world.parts()
  for (const accountId of ['ada', 'root']) {
    const person = { accountId, name: accountId, email: '', emailKey: accountId, passwordHash: '' }
    await commands.handle(accountDecider, accountStream(accountId), { type: 'Register', ...person }, world.asking())
  }
  await makeAdmin('root')
  stderr.mockReset().mockReturnValue(true)
})
afterEach(() => stderr.mockReset())

const makeAdmin = (accountId: string) => setRole(world.parts().commands, accountId, 'admin', world.asking(), undefined)
const erase = (accountId: string, id = `erase-${accountId}`, anyway?: true) =>
  createQueuedCommands(world.parts())({ id, command: { type: 'EraseAccount', accountId, ...(anyway && { anyway }) } })
const erased = () =>
  world.events.filter(({ type }) => type === 'AccountErased' || type === 'AccountKeyDestroyed').map(({ type }) => type)

test('an erasure by the operator does the same as an erasure by an admin, and a repeated job changes nothing', async () => {
  expect(await erase('ada')).toBeUndefined()
  const after = world.events.length
  expect(await erase('ada')).toBeUndefined()
  expect(erased()).toEqual(['AccountErased', 'AccountKeyDestroyed'])
  expect(world.events.length).toBe(after)
  expect(stderr).not.toHaveBeenCalled()
})

test.each([
  ['the last admin', 'root'],
  ['an unknown account', 'nobody'],
])('%s is not erased: the reason is logged, and the job ends', async (_, accountId) => {
  expect(await erase(accountId)).toBeUndefined()
  expect(erased()).toEqual([])
  expect(stderr).toHaveBeenCalledWith(expect.stringContaining(`"message":"Erasure refused","account":"${accountId}"`))
})

test('the last admin is not erased, even if a slow request has made an erased account an admin', async () => {
  await erase('ada')
  await makeAdmin('ada')
  await erase('root')
  expect(erased()).toEqual(['AccountErased', 'AccountKeyDestroyed'])
})

describe('a customer with unfinished orders', () => {
  let orderId: string
  beforeEach(async () => {
    await world.list('shirt', 5)
    orderId = (await world.start('ada', { shirt: 2 })).checkoutId
    world.bank.decide(await world.beginPayment(orderId), 'approved')
    await world.pay('ada', { checkoutId: orderId })
    await world.finalize(orderId)
    await world.settle()
  })
  const refused = () =>
    expect(checkDeletionByAdmin(world.parts().commands, 'ada')).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining(`#${orderId.slice(0, 8)}`),
      details: { orders: [orderId] },
    })
  const allowed = () => expect(checkDeletionByAdmin(world.parts().commands, 'ada')).resolves.toBeUndefined()

  const ownRefused = () =>
    expect(checkOwnDeletion(world.parts().commands, 'ada')).rejects.toMatchObject({ code: 'PAYMENT_PENDING' })

  test('is erased only if the operator sets `anyway`', async () => {
    await erase('ada')
    expect(erased()).toEqual([])
    expect(stderr).toHaveBeenCalledWith(expect.stringContaining(orderId.slice(0, 8)))
    await erase('ada', 'anyway', true)
    expect(erased()).toEqual(['AccountErased', 'AccountKeyDestroyed'])
  })

  test('is reported with the order until the order is shipped or has nothing left to ship', async () => {
    await refused()
    await world.becomes(orderId, 'Shipped')
    await allowed()
    await world.becomes(orderId, 'Processing')
    await refused()
    await refundOrder(world.parts(), orderId, { reason: 'Torn' }, world.asking())
    await allowed()
  })

  test('is reported with the order while a refund is pending, by the shop and by a search of the log', async () => {
    world.bank.faults.refundsPend = true
    await world.becomes(orderId, 'Delivered')
    await refundOrder(world.parts(), orderId, { reason: 'Torn', amountCents: 100 }, world.asking())
    await refused()
    await ownRefused()
    expect(await unfinishedIn([world.events], 'ada', world.now())).toEqual([orderId])
    for (const { id } of [...world.bank.orders.values()].flatMap(refundsOf)) world.bank.endRefund(id, 'COMPLETED')
    world.bank.faults.refundsPend = false
    await world.settle()
    await allowed()
    expect(await unfinishedIn([world.events], 'ada', world.now())).toEqual([])
  })

  test('is reported as long as a begun payment can be approved', async () => {
    await world.becomes(orderId, 'Delivered')
    const { checkoutId } = await world.start('ada', { shirt: 1 })
    await world.beginPayment(checkoutId)
    for (const minutes of [0, 31, 3 * 60]) {
      await world.live(minutes * 60_000)
      await expect(checkDeletionByAdmin(world.parts().commands, 'ada')).rejects.toMatchObject({
        details: { orders: [checkoutId] },
      })
      await ownRefused()
      expect(await unfinishedIn([world.events], 'ada', world.now())).toEqual([checkoutId])
    }
    await world.live(60 * 60_000)
    await allowed()
    expect(await unfinishedIn([world.events], 'ada', world.now())).toEqual([])
  })

  test('is reported until a second payment is refunded', async () => {
    await world.becomes(orderId, 'Delivered')
    await allowed()
    world.bank.faults.refundsPend = true
    await world.pay('ada', { checkoutId: orderId, providerOrderId: world.bank.payInBrowser(5000) })
    await refused()
    await world.live(60 * 60_000)
    await ownRefused()
    expect(await unfinishedIn([world.events], 'ada', world.now())).toEqual([orderId])
    for (const { id } of [...world.bank.orders.values()].flatMap(refundsOf)) world.bank.endRefund(id, 'COMPLETED')
    await world.settle()
    await allowed()
  })

  test('is found by a search of the log while a payment is reviewed, even if another payment of the checkout is refused', async () => {
    await world.becomes(orderId, 'Delivered')
    await world.fill('ada', { shirt: 1 })
    const { checkoutId } = await world.start('ada', { shirt: 1 })
    const declined = await world.beginPayment(checkoutId)
    world.bank.decide(declined, 'refused')
    await expect(world.pay('ada', { checkoutId })).rejects.toThrow()
    const reviewed = await world.beginPayment(checkoutId)
    world.bank.decide(reviewed, 'reviewed')
    await expect(world.pay('ada', { checkoutId, providerOrderId: reviewed })).rejects.toThrow()
    const refusal = world.events.findLast(({ type }) => type === 'PaymentRefused')!
    expect(refusal.data).toMatchObject({ providerOrderId: declined, final: true })
    // An earlier version of the shop recorded a second refusal.
    expect(await unfinishedIn([[...world.events, refusal]], 'ada', world.now())).toEqual([checkoutId])
  })
})
