import type { Address, PricedItem } from '@shop/language/events/bought'
import { MAX_LINES, MAX_PAYMENT_CENTS, MAX_QUANTITY, MAX_TEXT } from '@shop/language/limits'
import { sampleAddress } from '@shop/language/test-support/sample-address'
import { deviationsFrom } from '@shop/paypal-simulator/test-support/official-schemas'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { orderBody } from './order-body.ts'
import type { OrderedGoods } from './payment-provider.ts'
import { centsOf } from './paypal-shapes.ts'

const checkoutId = '0192d4c4-7a4e-7c1a-9f5b-2f6c1f0d4b11'
const shirt: PricedItem = {
  productId: 'p1',
  name: 'Loom Shirt',
  image: '',
  sku: 'LS-1',
  size: 'M',
  color: 'Navy',
  quantity: 2,
  priceCents: 2499,
  paidCents: 4998,
}
const goods: OrderedGoods = { checkoutId, totalCents: 4998, items: [shirt], shippingAddress: sampleAddress }
const bodyOf = (changed: Partial<OrderedGoods> = {}, attempt = 0) =>
  orderBody({ ...goods, ...changed }, { attempt, merchantId: 'SELVEDGE23456' })
const unitOf = (changed: Partial<OrderedGoods> = {}, attempt = 0) => bodyOf(changed, attempt).purchase_units[0]!
const shippedTo = (changed: Partial<Address>) => unitOf({ shippingAddress: { ...sampleAddress, ...changed } }).shipping
const preferenceIn = (body: ReturnType<typeof bodyOf>) =>
  body.payment_source.paypal.experience_context.shipping_preference

test('PayPal gets the total, the lines and the address', () => {
  expect(bodyOf()).toEqual({
    intent: 'CAPTURE',
    purchase_units: [
      {
        custom_id: checkoutId,
        invoice_id: `${checkoutId}-0`,
        amount: {
          currency_code: 'USD',
          value: '49.98',
          breakdown: { item_total: { currency_code: 'USD', value: '49.98' } },
        },
        items: [
          { name: 'Loom Shirt', quantity: '2', unit_amount: { currency_code: 'USD', value: '24.99' }, sku: 'LS-1' },
        ],
        shipping: {
          name: { full_name: `${sampleAddress.firstName} ${sampleAddress.lastName}` },
          address: {
            address_line_1: sampleAddress.address,
            admin_area_2: sampleAddress.city,
            postal_code: sampleAddress.postalCode,
            country_code: 'GB',
          },
        },
        payee: { merchant_id: 'SELVEDGE23456' },
      },
    ],
    payment_source: {
      paypal: { experience_context: { shipping_preference: 'SET_PROVIDED_ADDRESS', user_action: 'PAY_NOW' } },
    },
  })
})

test('each try has a different invoice id, because PayPal accepts no second payment with the same invoice id', () => {
  expect(unitOf({}, 1).invoice_id).toBe(`${checkoutId}-1`)
})

describe('the address', () => {
  test.each<[string, Partial<Address>]>([
    ['is incomplete', { city: ' ' }],
    ['has only control characters in a field', { city: '\u0000\u0007' }],
    ['has a text in the place of the country', { country: 'The old world' }],
    ['has a country without a code in ISO 3166-1', { country: 'Kosovo' }],
    ['is too long for PayPal', { city: 'x'.repeat(121) }],
  ])('that %s is left out, and the payment goes on without it', (_, changed) => {
    const body = bodyOf({ shippingAddress: { ...sampleAddress, ...changed } })
    expect(body.purchase_units[0]).not.toHaveProperty('shipping')
    expect(preferenceIn(body)).toBe('NO_SHIPPING')
  })

  test('is left out if the customer is erased or if PayPal has refused the address', () => {
    for (const changed of [{ shippingAddress: null }, { leavesOut: 'the address' as const }]) {
      expect(bodyOf(changed).purchase_units[0]).not.toHaveProperty('shipping')
      expect(preferenceIn(bodyOf(changed))).toBe('NO_SHIPPING')
      expect(unitOf(changed).items).toHaveLength(1)
    }
  })

  test.each<[string, Partial<Address>, object]>([
    ['names of states as codes', { country: 'United States', state: 'california' }, { admin_area_1: 'CA' }],
    ['codes of states', { country: 'USA', state: 'ny' }, { country_code: 'US', admin_area_1: 'NY' }],
    ['other regions as they were written', { country: 'UK', state: 'Kent' }, { admin_area_1: 'Kent' }],
    ['accents, or none', { country: 'Canada', state: 'Québec' }, { admin_area_1: 'QC' }],
    ['the second line', { address2: 'Flat 4' }, { address_line_2: 'Flat 4' }],
    ["China by PayPal's code", { country: 'China' }, { country_code: 'C2' }],
    ['several lines as one', { address: '1 Mill Lane\r\nBack house' }, { address_line_1: '1 Mill Lane Back house' }],
  ])('has %s', (_, changed, there) => {
    expect(shippedTo(changed)?.address).toMatchObject(there)
  })

  test('has no postal code in a country without postal codes', () => {
    expect(shippedTo({ country: 'Ireland', postalCode: '' })?.address).not.toHaveProperty('postal_code')
  })
})

describe('the lines', () => {
  test('add up to the total with the discount', () => {
    expect(unitOf({ totalCents: 4498 }).amount).toEqual({
      currency_code: 'USD',
      value: '44.98',
      breakdown: {
        item_total: { currency_code: 'USD', value: '49.98' },
        discount: { currency_code: 'USD', value: '5.00' },
      },
    })
  })

  test.each<[string, Partial<OrderedGoods>]>([
    ['that add up to less than the total', { totalCents: 4999 }],
    ['that have a line without a name', { items: [{ ...shirt, name: '\u0007' }] }],
    ['that PayPal has refused', { leavesOut: 'the address and the lines' }],
  ])('%s are left out', (_, changed) => {
    const unit = unitOf(changed)
    expect(unit).not.toHaveProperty('items')
    expect(unit.amount).not.toHaveProperty('breakdown')
  })

  test('have names of at most 127 bytes, cut between characters', () => {
    const [line] = unitOf({ items: [{ ...shirt, name: '👩‍👩‍👧'.repeat(8), sku: '' }] }).items ?? []
    expect(line).toEqual(expect.objectContaining({ name: '👩‍👩‍👧'.repeat(7) }))
    expect(line).not.toHaveProperty('sku')
  })
})

describe('for any checkout', () => {
  const text = (max: number) =>
    fc
      .string({
        unit: fc.oneof(fc.constantFrom(' ', '\u0000', '\ud800', 'ß', '漢', '👩‍👧', 'a'), fc.string()),
        maxLength: max,
      })
      .map((said) => said.slice(0, max))
  const field = text(MAX_TEXT.address)
  const address: fc.Arbitrary<Address> = fc.record({
    firstName: field,
    lastName: field,
    address: field,
    city: field,
    postalCode: field,
    phone: field,
    address2: field,
    state: fc.oneof(field, fc.constantFrom('Texas', 'QC')),
    country: fc.oneof(field, fc.constantFrom('United States', 'UK', 'Canada', 'Japan', 'Ireland', 'China', 'Kosovo')),
  })
  const item = fc.record({
    productId: fc.uuid(),
    name: text(MAX_TEXT.productName - 1).map((said) => `a${said}`),
    image: fc.constant(''),
    sku: text(MAX_TEXT.word),
    size: fc.constant('M'),
    color: fc.constant('Navy'),
    quantity: fc.integer({ min: 1, max: MAX_QUANTITY }),
    priceCents: fc.integer({ min: 0, max: 100_000 }),
    paidCents: fc.constant(0),
  })
  const full = (items: readonly PricedItem[]) =>
    items.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0)
  const any = fc
    .record({
      items: fc.array(item, { minLength: 1, maxLength: MAX_LINES, size: 'max' }),
      shippingAddress: fc.option(address),
      percent: fc.integer({ min: 1, max: 100 }),
      leavesOut: fc.constantFrom<OrderedGoods['leavesOut'][]>(undefined, 'the address', 'the address and the lines'),
      attempt: fc.nat(100),
    })
    .map(({ percent, ...rest }) => ({ ...rest, totalCents: Math.ceil((full(rest.items) * percent) / 100) }))
    .filter(({ totalCents }) => totalCents > 0 && totalCents <= MAX_PAYMENT_CENTS)

  test("the body fits PayPal's own schema, and its lines add up", () => {
    let given = 0
    let lined = 0
    fc.assert(
      fc.property(any, ({ attempt, ...changed }) => {
        const body = bodyOf(changed, attempt)
        expect(deviationsFrom('checkout_orders_v2', 'order_request', body)).toEqual([])
        // JSON writes a half character as an escape, such as \ud83d. After a backslash of the text itself, the same signs are only text.
        expect(JSON.stringify(body)).not.toMatch(/(?<!\\)(?:\\\\)*\\ud[89a-f]/i)
        const { amount, items, shipping } = body.purchase_units[0]!
        expect(preferenceIn(body)).toBe(shipping ? 'SET_PROVIDED_ADDRESS' : 'NO_SHIPPING')
        expect(centsOf(amount.value)).toBe(changed.totalCents)
        if (shipping) given++
        if (!items || !amount.breakdown) return
        lined++
        const { item_total, discount } = amount.breakdown
        const sum = items.reduce(
          (total, { quantity, unit_amount }) => total + Number(quantity) * centsOf(unit_amount.value),
          0,
        )
        expect(sum).toBe(centsOf(item_total.value))
        expect(sum - centsOf(discount?.value ?? '0')).toBe(changed.totalCents)
      }),
      { numRuns: 300 },
    )
    expect([given, lined]).not.toContain(0)
  })
})
