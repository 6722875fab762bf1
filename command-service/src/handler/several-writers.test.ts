import { stockStream } from '@shop/language/stock/events'
import { sharedPieces } from '@shop/language/test-support/shared-line'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Claim, claimDecider } from '../claim/claim-decider.ts'
import { type StockCommand, stockDecider } from '../stock/stock-decider.ts'
import { availableIn } from '../test-support/available-in.ts'
import { countedLog } from '../test-support/counted-log.ts'
import { createMemoryLog } from '../test-support/memory-log.ts'
import { type CommandHandler, createCommandHandler } from './command-handler.ts'
import type { Folded } from './folded.ts'

const productId = 'shirt'
const stream = stockStream(productId)
const count = (available: number): StockCommand => ({ type: 'Count', productId, available })
const reserve = (checkoutId: string): StockCommand => ({
  type: 'Reserve',
  productId,
  checkoutId,
  lines: sharedPieces(1),
})
const release = (checkoutId: string): StockCommand => ({ type: 'Release', productId, checkoutId })
const by = (causationId: string): CommandMetadata => ({ correlationId: 'r', causationId, actor: { role: 'system' } })
const claim = (ownerId: string) => ({ type: 'Claim', kind: 'sku', ownerId }) as const

describe('where several processes write the log', () => {
  let nowMs: number
  let counted: ReturnType<typeof countedLog>
  let one: CommandHandler
  let another: CommandHandler
  const leftOf = ({ state }: Awaited<ReturnType<CommandHandler['load']>>) =>
    availableIn(state as Parameters<typeof availableIn>[0])

  beforeEach(async () => {
    nowMs = Date.parse('2026-01-01T00:00:00Z')
    const now = () => new Date(nowMs)
    const log = createMemoryLog({ writers: 'several' })
    counted = countedLog(log)
    one = createCommandHandler(counted.log, { now })
    another = createCommandHandler(log, { now })
    await one.handle(stockDecider, stream, count(3), by('count'))
    counted.take()
  })

  test('a command on a stream in memory reads no event from the log', async () => {
    for (const id of ['c1', 'c2', 'c3']) await one.handle(stockDecider, stream, reserve(id), by(id))
    expect(counted.take()).toEqual({ calls: 0, events: 0 })
  })

  test('after a conflict with another process, a command is decided again on the new events', async () => {
    await another.handle(stockDecider, stream, reserve('theirs'), by('theirs'))
    const left = await one.handle(stockDecider, stream, reserve('ours'), by('ours'))
    expect(leftOf(left)).toBe(1)
    expect(counted.take()).toEqual({ calls: 1, events: 1 })
  })

  test('before a command is refused, the log is read for newer events', async () => {
    for (const id of ['c1', 'c2', 'c3']) await one.handle(stockDecider, stream, reserve(id), by(id))
    await another.handle(stockDecider, stream, release('c2'), by('release'))
    await one.handle(stockDecider, stream, reserve('c4'), by('c4'))
    await expect(one.handle(stockDecider, stream, reserve('c5'), by('c5'))).rejects.toMatchObject({
      code: 'OUT_OF_STOCK',
    })
    expect(counted.take().calls).toBe(2)
  })

  test('before a command is answered without a change, the log is read for newer events', async () => {
    await another.handle(stockDecider, stream, reserve('c1'), by('c1'))
    await one.handle(stockDecider, stream, release('c1'), by('release'))
    expect(leftOf(await another.load(stockDecider, stream))).toBe(3)
  })

  test('a repeat of a command that another process has handled gets the same answer', async () => {
    const first = await another.handle(stockDecider, stream, count(7), by('once'))
    await another.handle(stockDecider, stream, count(9), by('later'))
    expect(await one.handle(stockDecider, stream, count(7), by('once'))).toEqual(first)
    expect(await one.answered(stockDecider, stream, by('once'))).toEqual(first)
  })

  test('a fact from another stream is at most a second old, and a loaded stream is current', async () => {
    await one.fact(stockDecider, stream)
    await another.handle(stockDecider, stream, reserve('c1'), by('c1'))
    nowMs += 1_000
    expect(leftOf(await one.fact(stockDecider, stream))).toBe(3)
    nowMs += 1
    expect(leftOf(await one.fact(stockDecider, stream))).toBe(2)
    await another.handle(stockDecider, stream, reserve('c2'), by('c2'))
    expect(leftOf(await one.load(stockDecider, stream))).toBe(1)
  })

  test('a command that creates a stream does not read it first', async () => {
    await one.handle(claimDecider, 'sku-a', claim('p1'), by('claim'))
    expect(counted.take().calls).toBe(0)
  })

  test('a command that creates a stream is decided on the stream’s events if it exists already', async () => {
    await another.handle(claimDecider, 'sku-a', claim('p2'), by('theirs'))
    await expect(one.handle(claimDecider, 'sku-a', claim('p1'), by('ours'))).rejects.toMatchObject({ code: 'CONFLICT' })
    expect((await one.load(claimDecider, 'sku-a')).state.ownerId).toBe('p2')
  })

  test('a command that creates no stream is made from the same events on which it is decided', async () => {
    await another.handle(claimDecider, 'sku-a', claim('p2'), by('theirs'))
    const gather = async ({ state: { ownerId = 'nobody' } }: Folded<Claim>) =>
      ({ type: 'Release', kind: 'sku', ownerId }) as const
    expect((await one.handleWith(claimDecider, 'sku-a', gather, by('ours'))).state.ownerId).toBeUndefined()
  })

  test('the facts for a command are gathered again after a conflict', async () => {
    let asked = 0
    const gather = async () => {
      if (asked++ === 0) await another.handle(stockDecider, stream, count(8), by('theirs'))
      return count(asked)
    }
    expect(leftOf(await one.handleWith(stockDecider, stream, gather, by('ours')))).toBe(2)
  })

  test('the facts for a command are gathered again if a reader adds newer events meanwhile', async () => {
    let asked = 0
    const gather = async () => {
      if (asked++ === 0) {
        await another.handle(stockDecider, stream, count(8), by('theirs'))
        await one.load(stockDecider, stream)
      }
      return count(asked)
    }
    expect(leftOf(await one.handleWith(stockDecider, stream, gather, by('ours')))).toBe(2)
  })

  test('a command happens once if another process handles it while its facts are gathered here', async () => {
    let asked = 0
    const gather = async () => {
      if (asked++ === 0) {
        await another.handle(stockDecider, stream, count(7), by('once'))
        await another.handle(stockDecider, stream, count(9), by('later'))
        await one.load(stockDecider, stream)
      }
      return count(7)
    }
    await one.handleWith(stockDecider, stream, gather, by('once'))
    expect(leftOf(await one.load(stockDecider, stream))).toBe(9)
  })
})

test('where one process writes, a stream in memory is not read again', async () => {
  const { log, take } = countedLog(createMemoryLog({ writers: 'one' }))
  let nowMs = 0
  const { handle, load, fact, answered } = createCommandHandler(log, { now: () => new Date(nowMs) })
  await handle(stockDecider, stream, count(1), by('count'))
  take()
  await handle(stockDecider, stream, reserve('c1'), by('c1'))
  await handle(stockDecider, stream, release('c9'), by('nothing'))
  await expect(handle(stockDecider, stream, reserve('c2'), by('c2'))).rejects.toMatchObject({ code: 'OUT_OF_STOCK' })
  nowMs += 60_000
  await fact(stockDecider, stream)
  await load(stockDecider, stream)
  await answered(stockDecider, stream, by('c1'))
  await handle(stockDecider, stream, count(1), by('count'))
  expect(take()).toEqual({ calls: 0, events: 0 })
})

test('a stream larger than the whole memory is kept nevertheless', async () => {
  const { log, take } = countedLog(createMemoryLog({ writers: 'one' }))
  const { handle, load } = createCommandHandler(log, { maxWeight: 10 })
  for (let n = 0; n < 30; n++) await handle(stockDecider, stream, count(n), by(`count ${n}`))
  take()
  await load(stockDecider, stream)
  expect(take().calls).toBe(0)
})

test('an older state of a stream never replaces a newer state, even if the memory is very small', async () => {
  const { handle, load } = createCommandHandler(createMemoryLog({ writers: 'one' }), { maxWeight: 40 })
  const streams = ['stock-a', 'stock-b', 'stock-c', 'stock-d']
  for (let round = 1; round <= 50; round++) {
    const reads = streams.map((name) => load(stockDecider, name))
    const writes = streams.map((name) => handle(stockDecider, name, count(round), by(`${name} ${round}`)))
    await Promise.all([...reads, ...writes])
    for (const name of streams) expect(leftOfStock(await load(stockDecider, name))).toBe(round)
  }
})
const leftOfStock = ({ state }: Awaited<ReturnType<CommandHandler['load']>>) =>
  availableIn(state as Parameters<typeof availableIn>[0])
