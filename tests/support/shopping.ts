import type { Browser, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import type { ShopCaller } from './caller.ts'
import { endPage } from './kept-pages.ts'
import { type Customer, customerAt, listProduct } from './people.ts'
import { continueToPayment, keptOf, openPage, putInCart } from './shopper-pages.ts'

/** Opens shoppers' pages for tests. Each page is closed after its test, and the test fails if a script of the page has thrown an error. */
export function shoppingAt(url: string, browser: Browser, admin: ShopCaller) {
  async function open(
    kept: Parameters<typeof openPage>[2] = {},
    how: Parameters<typeof openPage>[3] = {},
  ): Promise<Page> {
    const { page, wrong } = await openPage(browser, url, kept, how)
    onTestFinished(async () => {
      await endPage(page)
      expect(wrong).toEqual([])
    })
    return page
  }

  /** A customer with this many pieces of a new product in the cart. */
  async function filled(changes: Record<string, unknown> = {}, quantity = 1) {
    const product = await listProduct(admin, changes)
    const customer = await customerAt(url)
    await putInCart(customer, product, quantity)
    return { product, customer, page: await open(keptOf(customer)) }
  }

  /** A customer with a filled cart, on the page with the provider's buttons. */
  async function readyToPay(quantity = 1) {
    const one = await filled({ name: 'Loom Shirt', countInStock: 5 }, quantity)
    await one.page.goto('/checkout')
    await continueToPayment(one.page)
    return one
  }

  return { open, filled, readyToPay }
}
export type Shopping = ReturnType<typeof shoppingAt>

export const ordersOf = async (customer: Customer) =>
  (await customer.get('/api/orders/my-orders')).body as readonly { _id: string; totalPrice: number }[]

/** The quantity of each line of the cart. */
export async function quantitiesOf(customer: Customer): Promise<readonly number[]> {
  const { body } = await customer.get(`/api/cart?userId=${customer.id}`)
  return body.products.map(({ quantity }: { quantity: number }) => quantity)
}
