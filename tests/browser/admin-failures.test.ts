import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, launch, leave } from '../support/browser.ts'
import { callerAt, type ShopCaller } from '../support/caller.ts'
import { eventually } from '../support/page-visits.ts'
import { adminAt, buy, customerAt, listProduct, PASSWORD } from '../support/people.ts'
import { ADMIN, startShop } from '../support/shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let browser: Browser
let page: Page
let admin: ShopCaller
let productId: string
let orderId: string
let customerEmail: string

/** A failing call, the page that makes it, the act that makes it, and the specified text (spec §8). */
type Failing = [call: string, at: () => string, act: (page: Page) => Promise<unknown>, says: string]

const press = (name: string | RegExp) => (on: Page) => on.getByRole('button', { name }).first().click()
const nothing = async () => {}

describe.runIf(hasBrowser)('the messages of failed calls for an admin', () => {
  beforeAll(async () => {
    shop = await startShop({ DEMO: 'off' }, { web: true })
    browser = await launch()
    admin = await adminAt(shop.url)
    const product = await listProduct(admin, { name: 'Failing Shirt' })
    const customer = await customerAt(shop.url, 'Tilda Voss')
    productId = product._id
    customerEmail = customer.email
    orderId = (await buy(customer, product))._id
    const { body } = await callerAt(shop.url).post('/api/users/login', ADMIN)
    const context = await browser.newContext({ baseURL: shop.url })
    await context.addInitScript(
      `localStorage.token = ${JSON.stringify(body.token)}
       localStorage.userInfo = ${JSON.stringify(JSON.stringify(body.user))}`,
    )
    page = await context.newPage()
  })
  afterEach(() => page?.unrouteAll({ behavior: 'ignoreErrors' }))
  afterAll(async () => {
    await leave(browser)
    await shop?.close()
  })

  const users = () => `/admin/users?search=${encodeURIComponent(customerEmail)}`
  const orders = () => `/admin/orders?search=${orderId}`
  const products = () => '/admin/products?search=failing'
  const stock = () => `/admin/products/${productId}/stock`
  const editing = () => `/admin/products/${productId}/edit`

  test.each<Failing>([
    ['GET /api/admin/dashboard', () => '/admin', nothing, 'Error: Failed to fetch orders'],
    ['GET /api/admin/users', users, nothing, 'Error: Failed to fetch users'],
    ['POST /api/admin/users', users, addUser, 'Error: Failed to add user'],
    ['PUT /api/admin/users/', users, changeRole, 'Error: Failed to update user'],
    ['DELETE /api/admin/users/', users, deleteAfterAsking, 'Error: Failed to delete user'],
    ['GET /api/admin/products', products, nothing, 'Error: Failed to fetch admin products'],
    ['DELETE /api/products/', products, deleteAfterAsking, 'Error: Failed to delete product'],
    ['GET /api/products/', editing, nothing, 'Error: Failed to fetch product'],
    ['POST /api/admin/products', () => '/admin/products/new', fillProduct, 'Failed to create product'],
    ['PUT /api/admin/products/', editing, press('Update Product'), 'Failed to update product.'],
    ['POST /api/upload', editing, choosePicture, 'Image upload failed. Please try again.'],
    ['GET /api/products/', stock, nothing, 'Error: Failed to fetch product'],
    ['GET /api/admin/products/', stock, nothing, 'Error: Failed to fetch stock'],
    ['POST /api/admin/products/', stock, receive, 'Error: Failed to receive stock'],
    ['GET /api/admin/orders', orders, nothing, 'Error: Failed to fetch orders'],
    ['PUT /api/admin/orders/', orders, deliver, 'Error: Failed to update order status'],
    ['DELETE /api/admin/orders/', orders, deleteAfterAsking, 'Error: Failed to delete order'],
    ['GET /api/orders/', () => `/admin/orders/${orderId}`, nothing, 'Error: Failed to fetch order details'],
    ['GET /api/admin/orders/', () => `/admin/orders/${orderId}`, nothing, 'Error: Failed to fetch order details'],
    ['PUT /api/admin/orders/', () => `/admin/orders/${orderId}`, deliver, 'Error: Failed to update order status'],
    ['DELETE /api/admin/orders/', () => `/admin/orders/${orderId}`, deleteAfterAsking, 'Error: Failed to delete order'],
  ])('%s', async (call, at, act, says) => {
    await fail(call)
    await page.goto(at())
    await act(page)
    await page.getByRole('main').getByText(says, { exact: true }).waitFor()
  })

  test('a value that could not be saved is shown unchanged', async () => {
    await fail('PUT /api/admin/orders/')
    await page.goto(orders())
    const status = page.getByLabel(/^Status of/)
    await status.selectOption('Shipped')
    await page.getByRole('button', { name: 'Change…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as Shipped' }).click()
    await page.getByText('Error: Failed to update order status').waitFor()
    await page.keyboard.press('Escape')
    await eventually(() => status.inputValue()).toBe('Processing')
  })

  test('a message from the server is shown in place of the specified message, and the focus returns to the button', async () => {
    await fail(
      'DELETE /api/admin/users/',
      JSON.stringify({ message: 'The shop needs at least one admin', code: 'LAST_ADMIN' }),
    )
    await page.goto(users())
    await deleteAfterAsking(page)
    await page.getByText('Error: The shop needs at least one admin', { exact: true }).waitFor()
    expect(await page.evaluate(`document.activeElement?.getAttribute('aria-label')`)).toBe('Delete Tilda Voss')
  })

  test('a changed log is reported on every page until it is restored', async () => {
    const note = page.getByRole('alert').filter({ hasText: 'records were changed by something other than the shop' })
    await page.goto(users())
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await note.count()).toBe(0)
    const answer = { status: 'degraded', checks: { phase: 'ready', log: 'ok', chain: 'broken' } }
    await page.route(`${shop.url}/readyz`, (route) => route.fulfill({ json: answer }))
    await page.goto(products())
    await note.waitFor()
    expect(await note.textContent()).toContain('npm run shop -- verify-log')
    await page.unrouteAll()
  })

  test('a shop that cannot store anything is reported on every page', async () => {
    const note = page.getByRole('alert').filter({ hasText: 'The shop cannot store anything' })
    const answer = { status: 'degraded', checks: { phase: 'ready', log: 'ok', writes: 'refused', chain: 'ok' } }
    await page.route(`${shop.url}/readyz`, (route) => route.fulfill({ json: answer }))
    await page.goto(users())
    await note.waitFor()
    expect(await note.textContent()).toContain('once it can write again')
    await page.unrouteAll()
    await page.goto(products())
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await note.count()).toBe(0)
  })

  test('if pages are behind the log, a note says so without interrupting a screen reader', async () => {
    const note = page.getByRole('status').filter({ hasText: 'the newest orders and changes are not shown yet' })
    const checks = (readModels: string) => ({ phase: 'ready', log: 'ok', readModels })
    let answer = { status: 'degraded', checks: checks('behind') }
    await page.route(`${shop.url}/readyz`, (route) => route.fulfill({ json: answer }))
    await page.goto(users())
    await note.waitFor()
    answer = { status: 'ready', checks: checks('ok') }
    await note.waitFor({ state: 'detached' })
    await page.unrouteAll()
  })

  test('a list can be fetched again after the shop was unreachable', async () => {
    await page.route(`${shop.url}/api/admin/users*`, (route) => route.abort())
    await page.goto(users())
    await page.getByText('Error: Failed to fetch users').waitFor()
    await page.unrouteAll()
    await press('Try again')(page)
    await page.getByRole('row').filter({ hasText: customerEmail }).waitFor()
  })

  /** Makes a call fail. If its path ends in a slash, every call with a longer path fails as well. */
  async function fail(call: string, body = '{}') {
    const [method, path = ''] = call.split(' ')
    const isIt = ({ pathname }: URL) => pathname === path || (path.endsWith('/') && pathname.startsWith(path))
    await page.route(isIt, (route) =>
      route.request().method() === method
        ? route.fulfill({ status: 400, contentType: 'application/json', body })
        : route.fallback(),
    )
  }
})

async function deleteAfterAsking(page: Page) {
  await press(/^Delete /)(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
}

async function changeRole(page: Page) {
  await page.getByLabel(/^Role of/).selectOption('admin')
  await press('Change…')(page)
  await press('Change role')(page)
}

async function deliver(page: Page) {
  await press('Mark as Delivered')(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as Delivered' }).click()
}

async function receive(page: Page) {
  await press('Receive stock…')(page)
  await page.getByLabel('Not divided by size').fill('2')
  await page.getByRole('dialog').getByRole('button', { name: 'Receive' }).click()
}

async function addUser(page: Page) {
  await page.getByLabel('Name', { exact: true }).fill('Tom Adeyemi')
  await page.getByLabel('Email', { exact: true }).fill('tom@x.test')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await press('Add User')(page)
}

async function fillProduct(page: Page) {
  for (const label of ['Product Name', 'Description', 'SKU']) await page.getByLabel(label).fill('Unlisted')
  for (const label of ['Price', 'Count in Stock']) await page.getByLabel(label).fill('5')
  await press('Add Product')(page)
}

const choosePicture = (page: Page) =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('never looked at') })
