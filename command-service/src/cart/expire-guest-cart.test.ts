import { cartStream } from '@shop/language/cart/events'
import { leftShared } from '@shop/language/test-support/shared-line'
import { beforeEach, expect, test } from 'vitest'
import { type CommandHandler, createCommandHandler } from '../handler/command-handler.ts'
import { createMemoryLog } from '../test-support/memory-log.ts'
import { cartDecider } from './cart-decider.ts'
import { expireGuestCart } from './expire-guest-cart.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const ownerId = 'guest_1'
const item = { productId: 'shirt', name: '', image: '', size: 'M', color: 'Red', quantity: 1, priceCents: 1 }

let nowMs: number
let commands: CommandHandler
let asked = 0
beforeEach(() => {
  nowMs = Date.parse('2026-01-01T00:00:00Z')
  commands = createCommandHandler(createMemoryLog(), { now: () => new Date(nowMs) })
})

const asking = (causationId: string) => ({ correlationId: 'test', causationId, actor: { role: 'system' as const } })
const add = () =>
  commands.handle(
    cartDecider,
    cartStream(ownerId),
    { type: 'AddItem', ownerId, item, left: leftShared(9) },
    asking(`${asked++}`),
  )
const expire = () => expireGuestCart(commands, ownerId, asking('expire-cart-guest_1'))
const lines = async () => (await commands.load(cartDecider, cartStream(ownerId))).state.items.length

test('a cart that was changed again stays until ninety days after that change', async () => {
  await add()
  nowMs += 80 * DAY_MS
  await add()
  nowMs += 90 * DAY_MS - 1
  await expire()
  expect(await lines()).toBe(1)
  nowMs += 1
  await expire()
  expect(await lines()).toBe(0)
})

test('a cart without a change for ninety days is emptied, and is emptied again if its guest fills it later', async () => {
  for (const _ of ['first', 'second']) {
    await add()
    nowMs += 90 * DAY_MS
    await expire()
    expect(await lines()).toBe(0)
  }
})

test('no cart is emptied while the shop doubts its clock', async () => {
  await add()
  nowMs += 400 * DAY_MS
  await expireGuestCart(commands, ownerId, asking('expire-cart-guest_1'), 0)
  expect(await lines()).toBe(1)
})

test('a guest who comes back at the last moment keeps the cart', async () => {
  await add()
  nowMs += 90 * DAY_MS
  const overtaken: CommandHandler = {
    ...commands,
    async load(decider, stream) {
      const seen = await commands.load(decider, stream)
      await add()
      return seen
    },
  }
  await expireGuestCart(overtaken, ownerId, asking('expire-cart-guest_1'))
  expect(await lines()).toBe(1)
})

test('an empty cart causes no expiry', async () => {
  await expire()
  expect(await lines()).toBe(0)
})
