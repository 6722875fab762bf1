import { expect, test } from 'vitest'
import { createWorld, type World } from '../test-support/create-world.ts'

const HOUR_MS = 60 * 60_000

test.each([
  ['', () => {}],
  [', even after a restart in between', (world: World) => world.restart()],
])(
  'money of a capture with an unknown outcome is refunded if the buyer has paid in another way meanwhile%s',
  async (_, between) => {
    let isSlow = true
    const world = createWorld({
      payments: (bank) => ({
        ...bank,
        capture: async (order) =>
          isSlow && order.providerOrderId === 'PP1'
            ? { is: 'unknown', cause: new Error('No answer in time') }
            : bank.capture(order),
      }),
    })
    await world.list('shirt', 3)
    const { checkoutId } = await world.start('ada', { shirt: 1 })
    const providerOrderId = await world.beginPayment(checkoutId)
    await world.live(5 * HOUR_MS)
    world.bank.decide(providerOrderId, 'approved')
    await expect(world.pay('ada', { checkoutId, providerOrderId })).rejects.toMatchObject({
      code: 'PROVIDER_UNAVAILABLE',
    })
    await world.live(6 * HOUR_MS)

    const second = await world.start('ada', { shirt: 1 })
    const other = await world.beginPayment(second.checkoutId)
    world.bank.decide(other, 'approved')
    await world.pay('ada', { checkoutId: second.checkoutId, providerOrderId: other })
    await world.live(HOUR_MS)
    between(world)
    await world.live(HOUR_MS)
    isSlow = false
    await world.bank.provider.capture({ checkoutId, providerOrderId, attempt: 0 })
    await world.live(HOUR_MS)

    const of = (type: string) => world.events.filter((event) => event.type === type)
    expect(of('OrderPlaced')).toHaveLength(1)
    expect(of('PaymentRefunded').map(({ data }) => data)).toMatchObject([{ captureId: 'CAP-PP1' }])
  },
)
