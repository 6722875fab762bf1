import type { Browser, Page } from 'playwright-core'
import type { ShopCaller } from './caller.ts'
import { takePage } from './kept-pages.ts'
import { type Customer, lineOf, PASSWORD } from './people.ts'

export const PHONE = { width: 390, height: 844 }

type Kept = Readonly<Record<string, string>>

/** Opens a page with this local storage. The test must end the page with `endPage`. `wrong`: the errors of the page's scripts. */
export async function openPage(
  browser: Browser,
  url: string,
  kept: Kept = {},
  { viewport = PHONE, fresh = false } = {},
) {
  const page = await takePage({ browser, url, viewport }, { fresh })
  await page.evaluate((storage) => Object.assign(globalThis.localStorage, storage), kept)
  const wrong: string[] = []
  page.on('pageerror', (error) => wrong.push(error.message))
  return { page, wrong }
}

/** The local storage of a signed-in user (spec §3). */
export const keptOf = ({ token = '', id, email }: Customer): Kept => ({
  token,
  userInfo: JSON.stringify({ _id: id, name: 'Ada Weaver', email, role: 'customer' }),
})

type Product = Parameters<typeof lineOf>[0]

/** Adds pieces to the cart of a customer or a guest. */
export function putInCart(caller: ShopCaller & { id?: string }, product: Product, quantity = 1) {
  const { guestId, id: userId } = caller
  return caller.post('/api/cart', { ...lineOf(product, quantity), ...(guestId ? { guestId } : { userId }) })
}

export async function openCart(page: Page) {
  const cart = page.getByRole('dialog', { name: 'Your Cart' })
  await page.getByRole('button', { name: /^Cart, / }).click()
  await cart.waitFor()
  return cart
}

export async function signIn(page: Page, { email, password = PASSWORD }: { email: string; password?: string }) {
  await page.getByRole('main').getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

/** Goes from the checkout form to the provider's buttons. */
export async function continueToPayment(page: Page) {
  await proceed(page)
  await payButton(page).waitFor()
}

/** Fills in the missing fields of the address, and continues. */
export async function proceed(page: Page) {
  for (const [label, text] of Object.entries(IN_GHENT)) {
    const field = page.getByLabel(label, { exact: true })
    if ((await field.inputValue()) === '') await field.fill(text)
  }
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
}

const IN_GHENT = {
  'First Name': 'Ada',
  'Last Name': 'Weaver',
  Address: '1 Loom Lane',
  City: 'Ghent',
  'Postal Code': '9000',
  Country: 'Belgium',
}

export const payButton = (page: Page) => page.getByRole('button', { name: /^Pay with PayPal/ })

/** Presses the provider's button. Returns the buyer's page that opens. */
export async function openBuyersPage(page: Page): Promise<Page> {
  const [buyersPage] = await Promise.all([page.waitForEvent('popup'), payButton(page).click()])
  await buyersPage.getByText('Test payments').first().waitFor()
  return buyersPage
}

/** Presses a button that closes its window. If the window is gone before the press is reported, this is not a failure. */
export const pressLast = (window: Page, name: string) =>
  window
    .getByRole('button', { name })
    .click()
    .catch((error) => {
      if (!window.isClosed()) throw error
    })

export async function approveIn(page: Page) {
  await pressLast(await openBuyersPage(page), 'Approve payment')
}

export async function seeConfirmation(page: Page, ...names: string[]) {
  await page.waitForURL('**/order-confirmation')
  await page.getByRole('heading', { name: 'Thank You for Your Order!' }).waitFor()
  for (const name of names) await page.getByRole('main').getByText(name).first().waitFor()
}

export const stored = (page: Page, key: string): Promise<string | null> =>
  page.evaluate(`localStorage.getItem(${JSON.stringify(key)})`)
