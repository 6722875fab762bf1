import { beforeEach, describe, expect, test } from 'vitest'
import type { Creation, PaymentProvider } from '../payment/payment-provider.ts'
import { expectBalancedBooks, watchStock } from '../test-support/books.ts'
import { createWorld, type World } from '../test-support/create-world.ts'

/* Tests that no payment fails because of its address or its lines (decisions M16). */

type Asked = Parameters<PaymentProvider['createOrder']>[0]

let world: World
let stocks: ReturnType<typeof watchStock>
let asked: Asked[]
beforeEach(async () => {
  world = createWorld()
  stocks = watchStock(world)
  await world.list('shirt', 3)
  asked = []
})

/** From now on the provider gives these answers to the next tries, and then its normal answers. */
function refuses(...answers: Creation[]) {
  const create = world.bank.provider.createOrder
  world.bank.provider.createOrder = async (order) => {
    asked.push(order)
    return answers.shift() ?? create(order)
  }
}
const tries = () => asked.map(({ attempt, leavesOut }) => [attempt, leavesOut])
const refused = (code: string): Creation => ({ is: 'refused', code, final: true })
const notNow = (code: string): Creation => ({ is: 'not carried out', code })

async function paid() {
  const { checkoutId } = await world.start('ada', { shirt: 2 })
  const providerOrderId = await world.beginPayment(checkoutId)
  world.bank.decide(providerOrderId, 'approved')
  await world.pay('ada', { checkoutId, providerOrderId })
  await world.settle()
  expectBalancedBooks(world, stocks, { shirt: 3 })
  return world.events.filter(({ type }) => type === 'OrderPlaced')
}

describe('the buyer can pay at once', () => {
  test.each(['SHIPPING_ADDRESS_INVALID', 'POSTAL_CODE_REQUIRED', 'CITY_REQUIRED', 'INVALID_COUNTRY_CODE'])(
    'without the address, after %s',
    async (code) => {
      refuses(refused(code))
      expect(await paid()).toHaveLength(1)
      expect(tries()).toEqual([
        [0, undefined],
        [1, 'the address'],
      ])
    },
  )

  test.each(['ITEM_TOTAL_MISMATCH', 'INVALID_STRING_LENGTH'])('with only the total, after %s', async (code) => {
    refuses(refused('CITY_REQUIRED'), notNow(code))
    expect(await paid()).toHaveLength(1)
    expect(tries()).toEqual([
      [0, undefined],
      [1, 'the address'],
      [2, 'the address and the lines'],
    ])
  })
})

test('after an unrelated refusal the next try has the address and the lines again', async () => {
  refuses(notNow('RATE_LIMIT_REACHED'))
  const { checkoutId } = await world.start('ada', { shirt: 1 })
  await expect(world.beginPayment(checkoutId)).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' })
  await world.beginPayment(checkoutId)
  expect(tries()).toEqual([
    [0, undefined],
    [1, undefined],
  ])
})

test('details that were left out stay out after a further refusal', async () => {
  refuses(refused('CITY_REQUIRED'), notNow('RATE_LIMIT_REACHED'))
  const { checkoutId } = await world.start('ada', { shirt: 1 })
  await expect(world.beginPayment(checkoutId)).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' })
  await world.beginPayment(checkoutId)
  expect(tries().at(-1)).toEqual([2, 'the address'])
})

test('an address that is refused only at the capture is left out at the next try', async () => {
  refuses()
  const { capture } = world.bank.provider
  world.bank.provider.capture = async (order) =>
    asked.at(-1)?.leavesOut ? capture(order) : { is: 'refused', code: 'SHIPPING_ADDRESS_INVALID', final: true }
  const { checkoutId } = await world.start('ada', { shirt: 1 })
  const press = async () => {
    const providerOrderId = await world.beginPayment(checkoutId)
    world.bank.decide(providerOrderId, 'approved')
    return world.pay('ada', { checkoutId, providerOrderId })
  }
  await expect(press()).rejects.toMatchObject({ code: 'PAYMENT_NOT_VERIFIED' })
  expect(await press()).toMatchObject({ status: 'paid' })
  expect(tries()).toEqual([
    [0, undefined],
    [1, 'the address'],
  ])
})
