import type { ShopEvent } from '@shop/language/all-events'
import { DiscountGiven } from '@shop/language/checkout/events'
import { DiscountReleased, DiscountReserved } from '@shop/language/correspondence/discount-events'
import type { Event, Recorded } from '@shop/language/events/event'
import { OrderPlaced } from '@shop/language/order/events'
import { boughtOf, sampleLine } from '@shop/language/test-support/sample-order'
import { expect, test } from 'vitest'
import { createDiscountBook } from './discount-book.ts'

const given = (checkoutId: string, amountCents = 250) => DiscountGiven({ checkoutId, emailKey: 'ada', amountCents })
const reserved = (checkoutId: string) => DiscountReserved({ emailKey: 'ada', checkoutId })
const released = (checkoutId: string) => DiscountReleased({ emailKey: 'ada', checkoutId })
const placed = (orderId: string, paidCents = 2250, totalCents = paidCents) =>
  OrderPlaced({
    ...boughtOf({ ...sampleLine, paidCents }),
    ...{ orderId, totalCents, captureId: 'CAP', paidAt: '', placedAt: '' },
  })

function wrongIn(...events: readonly Event[]) {
  const book = createDiscountBook()
  try {
    return { wrong: events.flatMap((event) => book.take(event as Recorded<ShopEvent>)), unused: book.unused() }
  } finally {
    book.close()
  }
}

test('a code that moves from one checkout to the next and is used by an order causes no finding', () => {
  const events = [given('c1'), reserved('c1'), released('c1'), reserved('c1~1'), placed('c1'), placed('c2', 2500)]
  expect(wrongIn(...events)).toEqual({ wrong: [], unused: [] })
  expect(wrongIn(given('c1'), reserved('c1'))).toEqual({ wrong: [], unused: ['c1'] })
})

test.each<[string, readonly Event[], RegExp]>([
  ['two checkouts that hold one code', [reserved('c1'), reserved('c2')], /c2 takes a code that c1 holds/],
  ['a code that another hold releases', [reserved('c1'), released('c2')], /c2 releases a code that it does not hold/],
  [
    'a code that is free after its order',
    [given('c1'), reserved('c1'), placed('c1'), released('c1')],
    /c1 releases a code that its order has used/,
  ],
  [
    'an order without the code that its checkout received',
    [given('c1'), placed('c1')],
    /c1 is ordered with a code that no checkout holds/,
  ],
  [
    'a code that two orders use',
    [given('c1'), given('c2'), reserved('c1'), placed('c1'), released('c1'), reserved('c2'), placed('c2')],
    /c2 is ordered with a code that c1 has used/,
  ],
  ['a discount that was not given', [placed('c1')], /c1 costs 2.50 less than its lines, but its discount is 0.00/],
  ['a discount that was forgotten', [given('c1'), reserved('c1'), placed('c1', 2500)], /c1 costs 0.00 less .+ 2.50/],
  [
    'lines that do not add up to the total',
    [placed('c1', 2400, 2500)],
    /the lines of c1 add up to 24.00, and its total is 25.00/,
  ],
])('%s is reported', (_, events, expected) => {
  expect(wrongIn(...events).wrong.join('\n')).toMatch(expected)
})
