import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ShopCaller } from '../support/caller.ts'
import {
  ADDRESS,
  adminAt,
  approve,
  buy,
  type Customer,
  customerAt,
  listProduct,
  pay,
  startCheckout,
} from '../support/people.ts'
import { startShop } from '../support/shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: ShopCaller
let ada: Customer
let shirt: Awaited<ReturnType<typeof listProduct>>
/** PayPal's script names the shop to PayPal by this header. */
let sdk: { authorization: string }

beforeAll(async () => {
  shop = await startShop({ SIMULATOR_FAULTS: 'on' })
  admin = await adminAt(shop.url)
  ada = await customerAt(shop.url)
  shirt = await listProduct(admin, { countInStock: 100 })
  const { clientId } = (await ada.get('/api/config')).body.payment
  sdk = { authorization: `Basic ${btoa(`${clientId}:`)}` }
})
afterAll(() => shop.close())

const SDK = '/simulator/paypal/sdk/orders'
const protectionOf = async (orderId: string) => (await admin.get(`/api/orders/${orderId}`)).body.sellerProtection
const atProvider = async (providerOrderId: string) =>
  (await ada.get(`${SDK}/${providerOrderId}`, { headers: sdk })).body

const sendTo = async (orderId: string, address: object) =>
  expect(await ada.put(`/api/orders/${orderId}/address`, address)).toMatchObject({ status: 200 })

/** Makes a provider order from the browser, as the documented client does, and approves it. The order names the shop as its payee. */
async function madeInBrowser(totalPrice: number, unit: object = {}): Promise<string> {
  const amount = { currency_code: 'USD', value: totalPrice.toFixed(2) }
  const { body } = await ada.send('POST', SDK, {
    body: { intent: 'CAPTURE', purchase_units: [{ amount, ...unit }] },
    headers: sdk,
  })
  await approve(ada, body.id)
  return body.id
}

test('PayPal gets the lines and the address, and protects the seller until the address changes', async () => {
  const checkout = await startCheckout(ada, shirt, 2)
  const { id } = (await ada.post(`/api/checkout/${checkout._id}/payment`)).body
  expect((await atProvider(id)).purchase_units).toMatchObject([
    {
      custom_id: checkout._id,
      invoice_id: `${checkout._id}-0`,
      items: [{ name: 'Test Shirt', quantity: '2', unit_amount: { value: '25.00' } }],
      // The simulator keeps no other personal data.
      shipping: { name: { full_name: 'Not kept' }, address: { address_line_1: 'Not kept', country_code: 'BE' } },
    },
  ])
  await approve(ada, id)
  await pay(ada, checkout._id, id)
  const { body: order } = await ada.post(`/api/checkout/${checkout._id}/finalize`)
  expect(order).not.toHaveProperty('sellerProtection')
  expect(await protectionOf(order._id)).toBe('holds')
  await sendTo(order._id, { ...ADDRESS, address: '2 Loom Lane' })
  expect(await protectionOf(order._id)).toBe('address-changed')
})

test.each([
  ['incomplete-address', { ...ADDRESS, city: '' }],
  ['unknown-country', { ...ADDRESS, country: 'Flanders' }],
])('an order with such an address says %s, but is paid', async (protection, address) => {
  const order = await buy(ada, shirt, 1, address)
  expect(await protectionOf(order._id)).toBe(protection)
  await sendTo(order._id, ADDRESS)
  expect(await protectionOf(order._id)).toBe(protection)
})

describe('an order that the browser made at the provider', () => {
  test('is accepted, and does not protect the seller, because it has the buyer’s PayPal address', async () => {
    const { _id, totalPrice } = await startCheckout(ada, shirt)
    const paid = await pay(ada, _id, await madeInBrowser(totalPrice))
    expect(paid.status).toBe(200)
    await ada.post(`/api/checkout/${_id}/finalize`)
    expect(await protectionOf(_id)).toBe('address-not-given')
  })

  test('does not count as a payment if it names another payee', async () => {
    const { _id, totalPrice } = await startCheckout(ada, shirt)
    const theirs = await madeInBrowser(totalPrice)
    // The simulator makes no order for another payee. So a fault changes the payee in the answer to the next look-up.
    await ada.post('/simulator/paypal/faults', { fault: 'wrong-payee', on: 'look-up' })
    expect(await pay(ada, _id, theirs)).toMatchObject({ status: 409, body: { code: 'PAYMENT_NOT_VERIFIED' } })
    expect(await ada.post(`/api/checkout/${_id}/finalize`)).toMatchObject({ status: 409 })
    expect((await atProvider(theirs)).purchase_units[0].payments).toBeUndefined()
    expect((await admin.get(`/api/orders/${_id}`)).status).toBe(404)
  })
})
