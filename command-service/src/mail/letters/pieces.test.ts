import { expect, test } from 'vitest'
import { htmlOf } from '../render-html.ts'
import { textOf } from '../render-text.ts'
import { boughtPieces } from './pieces.ts'

const item = {
  productId: 'p1',
  name: 'Shirt',
  image: '',
  sku: '',
  size: 'M',
  color: 'Navy',
  quantity: 2,
  priceCents: 2500,
  paidCents: 5000,
}
const letterOf = (paidCents: number) => ({
  subject: '',
  preview: '',
  heading: 'Bought',
  blocks: [boughtPieces({ items: [{ ...item, paidCents }], totalCents: paidCents })],
})

test('an order with a code shows prices, discount and the total paid', () => {
  expect(textOf(letterOf(4500))).toContain('2 pieces, $50.00\nSubtotal: $50.00\nDiscount: −$5.00\nTotal: $45.00\n')
  expect(htmlOf(letterOf(4500)).match(/[−$\d.]+(?=<\/td>)/g)).toEqual(['$50.00', '$50.00', '−$5.00', '$45.00'])
})

test('an order without a code shows only its total', () => {
  expect(textOf(letterOf(5000))).toContain('2 pieces, $50.00\nTotal: $50.00\n')
})
