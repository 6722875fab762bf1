import { stockStream } from '@shop/language/stock/events'
import { sharedPieces } from '@shop/language/test-support/shared-line'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { EventStore } from '@shop/stores/event-store/event-store'
import { expect, test } from 'vitest'
import { type StockCommand, stockDecider } from '../stock/stock-decider.ts'
import { createMemoryLog } from '../test-support/memory-log.ts'
import { createCommandHandler } from './command-handler.ts'

const productId = 'shirt'
const stream = stockStream(productId)
const by = (causationId: string): CommandMetadata => ({ correlationId: 'r', causationId, actor: { role: 'system' } })
const reserve: StockCommand = { type: 'Reserve', productId, checkoutId: 'c1', lines: sharedPieces(1) }
const take: StockCommand = { type: 'Take', productId, checkoutId: 'c1' }

/** The server has read the stream, but its answer takes a while. */
function slowFirstRead(log: EventStore) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  let isFirst = true
  const slow: EventStore = {
    ...log,
    async *readStream(...which) {
      const found = await Array.fromAsync(log.readStream(...which))
      asked.resolve()
      if (isFirst) {
        isFirst = false
        await promise
      }
      yield* found
    },
  }
  return { slow, answer: resolve, asked: asked.promise }
}

/** A shopper's cart has begun to read the stream `here`. Then another process, `there`, reserves a piece, and that is acknowledged. */
async function reservedDuringRead() {
  const log = createMemoryLog({ writers: 'several' })
  const there = createCommandHandler(log)
  await there.handle(stockDecider, stream, { type: 'Count', productId, available: 3 }, by('count'))
  const { slow, answer, asked } = slowFirstRead(log)
  const here = createCommandHandler(slow)
  const read = here.fact(stockDecider, stream)
  await asked
  await there.handle(stockDecider, stream, reserve, by('reserve'))
  return { here, there, read, answer }
}

test('a sold piece leaves stock, even if another caller began to read the stream before the piece was reserved', async () => {
  const { here, there, read, answer } = await reservedDuringRead()
  const taking = here.ensure(stockDecider, stream, take, by('take'))
  answer()
  await Promise.all([read, taking])
  const { state } = await there.load(stockDecider, stream)
  expect([...state.reserved.keys()]).toEqual([])
})

test('a loaded stream is current, even if another caller began to read it earlier', async () => {
  const { here, read, answer } = await reservedDuringRead()
  const loading = here.load(stockDecider, stream)
  answer()
  await read
  expect((await loading).state.reserved.size).toBe(1)
})
