import { accountStream, EmailConfirmed } from '@shop/language/account/events'
import { beforeEach, describe, expect, test } from 'vitest'
import { accountDecider } from '../account/account-decider.ts'
import { loadCheckout } from '../checkout/load-checkout.ts'
import { createWorld, type World } from '../test-support/create-world.ts'

const MINUTE_MS = 60_000
const HOME = '203.0.113.1'
const NEIGHBOUR = '203.0.113.99'
const ELSEWHERE = '198.51.100.7'

let world: World
beforeEach(async () => {
  world = createWorld({ bounded: true })
  await world.list('shirt', 1000)
  await world.list('skirt', 9)
})

const start = (who: string, lines: Record<string, number>, address = HOME) =>
  world.start(who, lines, undefined, undefined, address)
const refused = (message: RegExp) => ({ code: 'OUT_OF_STOCK', message: expect.stringMatching(message) })
const held = (productId: string) =>
  world.events
    .filter(({ stream }) => stream === `stock-${productId}`)
    .reduce((sum, { type, data }) => {
      const sign = { StockReserved: 1, ReservationReleased: -1, StockTaken: -1 }[type] ?? 0
      const { lines = [] } = data as { lines?: readonly { quantity: number }[] }
      return sum + sign * lines.reduce((pieces, { quantity }) => pieces + quantity, 0)
    }, 0)

async function confirmed(accountId: string) {
  await world.register(accountId)
  const emailKey = `key of ${accountId}`
  const confirm = { type: 'ConfirmEmail', accountId, emailKey, ver: 0, isSignedIn: true } as const
  await world.parts().commands.handle(accountDecider, accountStream(accountId), confirm, world.asking())
  expect(world.events.at(-1)?.type).toBe(EmailConfirmed.type)
  return accountId
}

async function pays(accountId: string, lines: Record<string, number>, address = HOME) {
  const { checkoutId } = await start(accountId, lines, address)
  world.bank.decide(await world.beginPayment(checkoutId), 'approved')
  await world.pay(accountId, { checkoutId })
  await world.finalize(checkoutId)
}

describe('an account', () => {
  test('of a newcomer holds at most thirty pieces, and the refusal says how to hold more', async () => {
    await expect(start('ada', { shirt: 31 })).rejects.toMatchObject(
      refused(/at most 30 .* confirmed your email address/),
    )
    expect(world.events.filter(({ type }) => type === 'CheckoutStarted')).toEqual([])
    expect(await start('ada', { shirt: 30 })).toMatchObject({ status: 'open' })
  })

  test('with a confirmed address holds at most three hundred pieces', async () => {
    const trader = await confirmed('trader')
    expect(await start(trader, { shirt: 200 })).toMatchObject({ status: 'open' })
    expect(await start(await confirmed('grocer'), { shirt: 300 }, ELSEWHERE).catch(({ code }) => code)).toBe(
      'OUT_OF_STOCK',
    )
    await world.list('sock', 1000)
    await world.live(MINUTE_MS)
    expect(await start('grocer', { shirt: 300 }, ELSEWHERE)).toMatchObject({ status: 'open' })
    await expect(start('grocer', { shirt: 301 }, ELSEWHERE)).rejects.toMatchObject(
      refused(/at most 300 .*pieces\. Buy fewer/),
    )
  })

  test('that has paid for an order may hold a hundred pieces', async () => {
    await pays('ada', { shirt: 1 })
    expect(await start('ada', { shirt: 100 })).toMatchObject({ status: 'open' })
  })

  test('still holds its pieces while the provider reviews the payment for them', async () => {
    const { checkoutId } = await start('ada', { shirt: 20 })
    world.bank.decide(await world.beginPayment(checkoutId), 'reviewed')
    await expect(world.pay('ada', { checkoutId })).rejects.toMatchObject({ code: 'PAYMENT_PENDING' })
    await expect(start('ada', { shirt: 11 })).rejects.toMatchObject(refused(/20 are held already/))
    expect(await start('ada', { shirt: 10 })).toMatchObject({ status: 'open' })
  })

  test('that starts another checkout holds only the new pieces, and not for a longer time', async () => {
    const first = await start('ada', { shirt: 30 })
    await world.live(20 * MINUTE_MS)
    const second = await start('ada', { shirt: 29 })
    expect(second.expiresAt).toBe(first.expiresAt)
    expect(held('shirt')).toBe(29)
    await world.live(11 * MINUTE_MS)
    expect(held('shirt')).toBe(0)
  })

  test('that wants more than it may hold keeps its current hold', async () => {
    const { checkoutId } = await start('ada', { skirt: 2 })
    await expect(start('ada', { skirt: 7 })).rejects.toMatchObject(refused(/skirt: You can hold at most 6/))
    expect(held('skirt')).toBe(2)
    // The refused request has started no checkout.
    expect(world.events.filter(({ type }) => type === 'CheckoutStarted')).toHaveLength(1)
    expect((await loadCheckout(world.parts().commands, checkoutId)).status).toBe('open')
    expect(await start('ada', { skirt: 6 })).toMatchObject({ status: 'open' })
    // The account may use the pieces that its earlier hold reserves, even if the processes have forgotten how much was left before.
    world.restart()
    expect(await start('ada', { skirt: 6, shirt: 1 })).toMatchObject({ status: 'open' })
  })

  test('that has begun to pay, or whose hold has ended, gets the whole time again', async () => {
    const first = await start('ada', { shirt: 1 })
    await world.beginPayment(first.checkoutId)
    await world.live(20 * MINUTE_MS)
    const second = await start('ada', { shirt: 2 })
    expect(Date.parse(second.expiresAt) - world.now()).toBe(30 * MINUTE_MS)
    await world.live(31 * MINUTE_MS)
    const third = await start('ada', { shirt: 2 })
    expect(Date.parse(third.expiresAt) - world.now()).toBe(30 * MINUTE_MS)
  })
})

describe('the last third of a product', () => {
  test('is closed to newcomers, except for three pieces', async () => {
    await expect(start('ada', { skirt: 7 })).rejects.toMatchObject(refused(/skirt: You can hold at most 6/))
    await start('ada', { skirt: 6 })
    await expect(start('bob', { skirt: 4 })).rejects.toMatchObject({ code: 'OUT_OF_STOCK' })
    expect(await start('bob', { skirt: 3 })).toMatchObject({ status: 'open' })
  })

  test('is open to known customers', async () => {
    expect(await start(await confirmed('ada'), { skirt: 9 })).toMatchObject({ status: 'open' })
  })

  test('is closed to the second of two newcomers who start concurrently', async () => {
    const both = await Promise.allSettled([start('ada', { skirt: 4 }), start('bob', { skirt: 4 }, ELSEWHERE)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(held('skirt')).toBe(4)
  })
})

describe('a client or a network', () => {
  const traders = (count: number) => Promise.all(Array.from({ length: count }, (_, n) => confirmed(`trader-${n}`)))

  test('as a client holds at most three hundred pieces, even with many accounts and several processes', async () => {
    await world.list('sock', 1000)
    const many = await traders(8)
    const asked = await Promise.allSettled(many.map((who) => start(who, { shirt: 60 })))
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    expect(asked.flatMap((one) => (one.status === 'rejected' ? one.reason : []))).toMatchObject(
      Array(3).fill(refused(/from your connection\. Pay for .* cancel it/)),
    )
    expect(held('shirt')).toBe(300)
    world.restart()
    await expect(start(many[0]!, { shirt: 61 }, HOME)).rejects.toMatchObject({ code: 'OUT_OF_STOCK' })
    expect(await start(await confirmed('honest'), { shirt: 60 }, ELSEWHERE)).toMatchObject({ status: 'open' })
  })

  test('as a network holds at most a fifth of the shop’s pieces', async () => {
    const many = await traders(4)
    await start(many[0]!, { shirt: 100 })
    await start(many[1]!, { shirt: 100 }, NEIGHBOUR)
    await expect(start(many[2]!, { shirt: 2 }, '203.0.113.50')).rejects.toMatchObject(refused(/from your network/))
    expect(await start(many[2]!, { shirt: 2 }, ELSEWHERE)).toMatchObject({ status: 'open' })
  })

  test('gets the pieces of a checkout back when the same customer starts again', async () => {
    const [trader] = await traders(1)
    await start(trader!, { shirt: 200 })
    expect(await start(trader!, { shirt: 190 })).toMatchObject({ status: 'open' })
    expect(held('shirt')).toBe(190)
  })

  test('in a small shop has the same limit as one account', async () => {
    world = createWorld({ bounded: true })
    await world.list('skirt', 9)
    expect(await start('ada', { skirt: 6 })).toMatchObject({ status: 'open' })
  })

  test('gets its budget back when pieces are paid or released', async () => {
    const many = await traders(4)
    const { checkoutId } = await start(many[0]!, { shirt: 100 })
    await start(many[1]!, { shirt: 100 }, NEIGHBOUR)
    world.bank.decide(await world.beginPayment(checkoutId), 'approved')
    await world.pay(many[0]!, { checkoutId })
    await world.finalize(checkoutId)
    expect(await start(many[2]!, { shirt: 78 })).toMatchObject({ status: 'open' })
    await expect(start(many[3]!, { shirt: 78 })).rejects.toMatchObject({ code: 'OUT_OF_STOCK' })
    await world.live(31 * MINUTE_MS)
    expect(await start(many[3]!, { shirt: 78 })).toMatchObject({ status: 'open' })
  })

  test('keeps its count after midnight', async () => {
    await world.list('sock', 1000)
    const many = await traders(6)
    await world.live(14 * 60 * MINUTE_MS - 10 * MINUTE_MS)
    for (const who of many.slice(0, 5)) await start(who, { shirt: 60 })
    await world.live(15 * MINUTE_MS)
    await expect(start(many[5]!, { shirt: 1 })).rejects.toMatchObject(refused(/from your connection/))
    await world.live(20 * MINUTE_MS)
    expect(await start(many[5]!, { shirt: 1 })).toMatchObject({ status: 'open' })
  })

  test('is recorded without its address, under digests that change every day', async () => {
    await start('ada', { shirt: 1 })
    await start('bob', { shirt: 1 }, NEIGHBOUR)
    await world.live(24 * 60 * MINUTE_MS)
    await start('ada', { shirt: 1 })
    const streams = world.events.filter(({ type }) => type === 'HoldCounted').map(({ stream }) => stream)
    expect(streams[0]).toBe(streams[1])
    expect(streams[2]).not.toBe(streams[0])
    expect(JSON.stringify(world.events)).not.toContain('203.0.113')
  })
})

test('six new accounts cannot block the whole shop', async () => {
  const shop = createWorld({ bounded: true })
  world = shop
  const products = Array.from({ length: 40 }, (_, n) => `product-${n}`)
  for (const product of products) await shop.list(product, 40)
  for (let n = 0; n < 6; n++) {
    const some = (most: number) => Object.fromEntries(products.slice(n * 5, n * 5 + 5).map((id) => [id, most]))
    // The account takes as many pieces as it can get.
    for (let most = 40, got = false; most > 0 && !got; most -= 1)
      got = await start(`free-${n}`, some(most)).then(
        () => true,
        () => false,
      )
  }
  const all = products.reduce((sum, product) => sum + held(product), 0)
  expect(all).toBeLessThanOrEqual((40 * 40) / 5)
  for (const product of products) expect(40 - held(product)).toBeGreaterThanOrEqual(Math.ceil(40 / 3) - 3)
  const { checkoutId } = await start('honest', { 'product-0': 3 }, ELSEWHERE)
  expect(await loadCheckout(shop.parts().commands, checkoutId)).toMatchObject({ status: 'open' })
})
