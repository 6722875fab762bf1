import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { beforeEach, expect, test } from 'vitest'
import { createWorld, type World } from '../test-support/create-world.ts'
import { cancelByCustomer, refundOrder, requestReturn } from './after-buying.ts'
import { deleteOrder } from './change-order.ts'
import { loadAnyOrder, onOrder } from './load-order.ts'

let world: World
let orderId: string
beforeEach(async () => {
  world = createWorld()
  await world.list('shirt', 2)
  ;({ checkoutId: orderId } = await world.start('ada', { shirt: 2 }))
  world.bank.decide(await world.beginPayment(orderId), 'approved')
  await world.pay('ada', { checkoutId: orderId })
  await world.finalize(orderId)
  await world.settle()
})

const pieces = [{ line: 0, quantity: 1 }]
const reason = 'Because'

type Act = (metadata: CommandMetadata) => Promise<unknown>
/** TABLE: the changes that send their command without reading the order first. */
const changes: Readonly<Record<string, Act>> = {
  cancellation: (metadata) => cancelByCustomer(world.parts(), orderId, metadata),
  refund: (metadata) => refundOrder(world.parts(), orderId, { reason, pieces }, metadata),
  return: (metadata) => requestReturn(world.parts(), orderId, { reason, pieces }, metadata),
  deletion: (metadata) => deleteOrder(world.parts().commands, orderId, metadata),
  'closing of its case': (metadata) =>
    onOrder(world.parts().commands, orderId, { type: 'CloseRefundCase', reason }, metadata),
}

test.each(Object.entries(changes))(
  'a %s by a caller who has seen another version is refused, even by a process that has just started',
  async (_, change) => {
    const { version: seen } = await loadAnyOrder(world.parts().commands, orderId)
    await world.becomes(orderId, 'Shipped')
    const before = world.events.length
    world.restart()
    await expect(change({ ...world.asking(), seen })).rejects.toMatchObject({
      code: 'PRECONDITION_FAILED',
      order: { status: 'Shipped' },
    })
    expect(world.events).toHaveLength(before)
  },
)
