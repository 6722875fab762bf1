import { describe, expect, test } from 'vitest'
import { isTried } from '../../tools/suites/tools-at-hand.ts'
import { customerAt, listProduct } from '../support/people.ts'
import { PHONE, putInCart } from '../support/shopper-pages.ts'
import { ordersOf } from '../support/shopping.ts'
import { until } from '../support/until.ts'
import { allBrowsers, untilTestEnds } from './all-browsers.ts'
import type { DrivenWindow } from './driven-window.ts'
import { shopOfSuite } from './shop-of-suite.ts'
import { fill, go, press, reaches, sees, signIn, textOf, windowShowing } from './shopper.ts'

for (const { name, tool, start } of allBrowsers)
  describe.runIf(isTried(tool))(`a guest in ${name}`, () => {
    const there = shopOfSuite()

    test('fills a cart, signs in, keeps both carts, pays in the window and finds the order', async () => {
      const customer = await customerAt(there.url)
      await putInCart(customer, await listProduct(there.admin, { name: 'Loom Shirt' }))
      await listProduct(there.admin, { name: 'Twill Trousers', price: 40 })
      const { browser, window } = await untilTestEnds(start(PHONE))
      await go(window, `${there.url}/collections/all`)
      await addToCart(window, 'Twill Trousers')
      await press(window, 'Checkout')
      await reaches(window, '/login')
      await signIn(window, customer)
      await reaches(window, '/checkout')
      await sees(window, 'Order Summary', '$65.00')
      for (const [label, text] of Object.entries(IN_GHENT)) await fill(window, label, text)
      await press(window, 'Continue to Payment')
      await sees(window, 'You pay $65.00 in US dollars.')

      await press(window, 'Pay with PayPal')
      const buyersPage = await windowShowing(browser, 'Approve payment')
      expect(await buyersPage.ask('opener !== null'), 'the shop still has its window').toBe(true)
      await pressLast(buyersPage, 'Approve payment')
      await reaches(window, '/order-confirmation')
      await sees(window, 'Thank You for Your Order!', 'Loom Shirt', 'Twill Trousers')
      await until(async () => expect(await browser.windows()).toHaveLength(1))

      const [order] = await ordersOf(customer)
      expect(order?.totalPrice).toBe(65)
      await go(window, `${there.url}/my-orders`)
      await press(window, `#${order?._id.slice(0, 8)}`)
      await reaches(window, `/order/${order?._id}`)
      await sees(window, 'Payment Approved', '$65.00')
    })
  })

async function addToCart(window: DrivenWindow, product: string) {
  await press(window, product)
  await sees(window, 'A shirt for tests.')
  await press(window, 'M')
  await press(window, 'Red')
  await press(window, 'Add to Cart')
  await press(window, 'View cart')
  await sees(window, 'Your Cart', product)
}

/** Presses a button that closes its window. It is no failure if the window closes before the driver reports the press. */
const pressLast = (window: DrivenWindow, name: string) =>
  press(window, name).catch(async (error) => {
    if (
      await textOf(window).then(
        () => true,
        () => false,
      )
    )
      throw error
  })

const IN_GHENT = {
  'First Name': 'Ada',
  'Last Name': 'Weaver',
  Address: '1 Loom Lane',
  City: 'Ghent',
  'Postal Code': '9000',
  Country: 'Belgium',
}
