import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hasBrowser, launch } from './browser.ts'
import type { ShopCaller } from './caller.ts'
import { adminAt, buy, type Customer, customerAt, listProduct, PASSWORD } from './people.ts'
import { ADMIN, startShop } from './shop.ts'

const PICTURE = join(import.meta.dirname, '../../demo/pictures')

describe.runIf(hasBrowser)('an admin in a browser', () => {
  let shop: Awaited<ReturnType<typeof startShop>>
  let browser: Browser
  let admin: ShopCaller
  let page: Page
  const wrong: string[] = []

  beforeAll(async () => {
    shop = await startShop({ DEMO: 'off' }, { web: true })
    browser = await launch()
    admin = await adminAt(shop.url)
  })
  afterAll(async () => {
    await browser?.close()
    await shop?.close()
  })
  beforeEach(async () => {
    await page?.context().close()
    page = await browser.newPage({ baseURL: shop.url, viewport: { width: 1440, height: 900 } })
    wrong.length = 0
    page.on('pageerror', (error) => wrong.push(error.message))
  })

  const signIn = async (to: string, { email, password } = ADMIN) => {
    await page.goto(`/login?redirect=${encodeURIComponent(to)}`)
    await page.getByRole('main').getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await page.waitForURL(`**${to}`)
  }
  const picturesInForm = () =>
    page.evaluate(
      `[...document.querySelectorAll('main fieldset li img')].map((image) => image.getAttribute('src'))`,
    ) as Promise<string[]>
  const focusedName = () => page.evaluate(`document.activeElement?.getAttribute('aria-label')`)
  const focused = () => page.evaluate('document.activeElement?.textContent')
  const row = (text: string) => page.getByRole('row').filter({ hasText: text })
  const note = (text: string | RegExp) => page.getByRole('main').getByText(text).first().waitFor()

  async function buyInBrowser(path: string, { token, id, email }: Customer) {
    const context = await browser.newContext({ baseURL: shop.url })
    const user = JSON.stringify({ _id: id, name: 'Rosa Lind', email, role: 'customer' })
    await context.addInitScript(
      `localStorage.token = ${JSON.stringify(token)}; localStorage.userInfo = ${JSON.stringify(user)}`,
    )
    const shopper = await context.newPage()
    await shopper.goto(path)
    await shopper.getByRole('group', { name: 'Color' }).getByRole('button').first().click()
    await shopper.getByRole('group', { name: 'Size' }).getByRole('button').first().click()
    await shopper.getByRole('button', { name: 'Add to Cart' }).first().click()
    await shopper.getByText('Product added to cart successfully!').first().waitFor()
    await shopper.goto('/checkout')
    await shopper.getByRole('button', { name: 'Continue to Payment' }).click()
    const pay = shopper.getByRole('button', { name: /^Pay with PayPal/ })
    const [buyersPage] = await Promise.all([shopper.waitForEvent('popup'), pay.click()])
    await buyersPage.getByRole('button', { name: 'Approve payment' }).click()
    await shopper.getByRole('heading', { name: 'Thank You for Your Order!' }).waitFor()
    await context.close()
  }

  test('who is no admin is led away', async () => {
    await page.goto('/admin')
    await page.waitForURL('**/login?redirect=%2Fadmin')
    await page.goto('/admin/users')
    await page.waitForURL(`${shop.url}/`)
    const { email } = await customerAt(shop.url)
    await signIn('/profile', { email, password: PASSWORD })
    expect(await page.getByRole('link', { name: 'Admin', exact: true }).count()).toBe(0)
    await page.goto('/admin/orders')
    await page.waitForURL(`${shop.url}/`)
    const led: string[] = []
    page.on('framenavigated', (frame) => led.push(frame.url().slice(shop.url.length)))
    await page.goto('/admin')
    await page.waitForURL(`${shop.url}/`)
    expect(new Set(led)).toEqual(new Set(['/admin', '/login', '/']))
  })

  test('sees the books and leaves as a stranger', async () => {
    const product = await listProduct(admin, { price: 30, countInStock: 5 })
    await buy(await customerAt(shop.url, 'Ines Moreau'), product)
    const orders: { totalPrice: number }[] = (await admin.get('/api/admin/orders')).body
    const products: unknown[] = (await admin.get('/api/admin/products')).body
    await expect.poll(async () => (await admin.get('/api/admin/dashboard')).body.totalOrders).toBe(orders.length)
    await signIn('/profile')
    await page.getByRole('link', { name: 'Admin', exact: true }).click()
    await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor()
    await note('Ines Moreau')
    const figure = (name: string) => page.getByText(name, { exact: true }).locator('+ dd').textContent()
    const revenue = orders.reduce((sum, { totalPrice }) => sum + totalPrice, 0)
    expect(await figure('Revenue')).toBe(revenue.toLocaleString('en-US', { style: 'currency', currency: 'USD' }))
    expect(await figure('Total Orders')).toBe(orders.length.toLocaleString('en-US'))
    expect(await figure('Total Products')).toBe(products.length.toLocaleString('en-US'))
    await page.getByText('Show as table').click()
    await page.getByRole('cell', { name: '$30.00' }).first().waitFor()
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL(`${shop.url}/`)
    expect(await page.evaluate("[localStorage.getItem('token'), localStorage.getItem('userInfo')]")).toEqual([
      null,
      null,
    ])
    expect(wrong).toEqual([])
  })

  test('adds a user, makes them an admin, and deletes them after being asked', async () => {
    await signIn('/admin/users')
    await page.getByLabel('Name', { exact: true }).fill('Tom Adeyemi')
    await page.getByLabel('Email', { exact: true }).fill('tom@x.test')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Add User' }).click()
    await row('tom@x.test').waitFor()
    await page.getByLabel('Role of Tom Adeyemi').selectOption('admin')
    await expect.poll(async () => (await admin.get('/api/admin/users?search=tom')).body[0]?.role).toBe('admin')

    await row('tom@x.test').getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog', { name: 'Are you sure you want to delete this user?' })
    expect(await focused()).toBe('Keep')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await row('tom@x.test').getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await note('Tom Adeyemi deleted.')
    await row('tom@x.test').waitFor({ state: 'detached' })
    expect(wrong).toEqual([])
  })

  test('makes a product with uploaded pictures, a customer buys it, and the order tells its story', async () => {
    await signIn('/admin/products')
    await page.getByRole('link', { name: 'Add product' }).click()
    await page.getByLabel('Product Name').fill('heavy Tee')
    await page.getByLabel('Description').fill('Dense cotton.')
    await page.getByLabel('Price').fill('38.50')
    await page.getByLabel('Count in Stock').fill('7')
    await page.getByLabel('SKU').fill('SV-1')
    await page.getByLabel('Sizes').fill('S, M')
    await page.getByLabel('Colors').fill(' Red ,Blue')
    const files = ['front', 'back', 'detail'].map((view) => ({
      name: `${view}.webp`,
      mimeType: 'image/webp',
      buffer: readFileSync(join(PICTURE, `breton-long-sleeve-tee-white-${view}-800.webp`)),
    }))
    await page.locator('input[type=file]').setInputFiles(files)
    await page.getByRole('button', { name: 'Remove picture 3' }).waitFor()

    const [front = '', back = '', detail = ''] = await picturesInForm()
    await page.getByRole('button', { name: 'Move picture 3 forward' }).press('Enter')
    expect(await picturesInForm()).toEqual([front, detail, back])
    await page.keyboard.press('Enter')
    expect(await picturesInForm()).toEqual([detail, front, back])
    expect(await focusedName(), 'the cover cannot go further').toBe('Move picture 1 back')
    await page
      .getByRole('listitem')
      .filter({ has: page.getByLabel('Remove picture 3') })
      .dragTo(page.getByRole('listitem').filter({ has: page.getByLabel('Remove picture 1') }))
    await expect.poll(picturesInForm).toEqual([back, detail, front])
    const preview = page.getByRole('region', { name: 'As shoppers see it' })
    expect(await preview.textContent()).toMatch(/Heavy Tee.*\$38\.50/)
    expect(await preview.locator('img').first().getAttribute('src')).toBe(back)

    await page.getByRole('button', { name: 'Add Product' }).click()
    await note('Heavy Tee added.')
    const [product] = (await admin.get('/api/products?search=heavy')).body
    expect(product).toMatchObject({ name: 'Heavy Tee', price: 38.5, countInStock: 7, colors: ['Red', 'Blue'] })
    expect(product.images.map(({ url }: { url: string }) => url.replace('-1200', '-800'))).toEqual([
      back,
      detail,
      front,
    ])

    const customer = await customerAt(shop.url, 'Rosa Lind')
    await buyInBrowser(`/product/${product._id}`, customer)
    await page.goto('/admin/orders')
    await page.getByLabel('Search order or user').fill(customer.email)
    await note('1 to 1 of 1')
    await row('Rosa Lind').getByRole('link').click()
    const step = (what: string) => page.getByRole('listitem').filter({ hasText: what }).first()
    await step('Checkout paid').waitFor()
    expect(await step('Checkout paid').textContent()).toMatch(/\d\d:\d\d:\d\d.*Rosa Lind \(customer\).*openpaid/)
    expect(await step('Order placed').textContent()).toMatch(/The shop itself \(system\).*statusnoneProcessing/)
    await page.getByRole('button', { name: 'Mark as Delivered' }).click()
    await step('Order status changed').waitFor()
    expect(await step('Order status changed').textContent()).toMatch(/Admin \(admin\).*statusProcessingDelivered/)
    expect(await page.getByRole('button', { name: 'Mark as Delivered' }).count()).toBe(0)
    expect((await admin.get(`/api/products/${product._id}`)).body.countInStock).toBe(6)
    expect(wrong).toEqual([])
  })

  test('is told what a form needs, and when an upload fails', async () => {
    const needed = () =>
      page.evaluate(`[...document.querySelectorAll('main form :invalid:not(fieldset)')].map(({ name }) => name)`)
    await signIn('/admin/users')
    await page.getByRole('button', { name: 'Add User' }).waitFor()
    expect(await needed()).toEqual(['name', 'email', 'password'])
    expect(await page.getByLabel('Role', { exact: true }).inputValue()).toBe('customer')

    await page.goto('/admin/products/new')
    await page.getByRole('button', { name: 'Add Product' }).click()
    expect(await needed()).toEqual(['name', 'description', 'price', 'countInStock', 'sku'])
    const choose = (mimeType: string) =>
      page.locator('input[type=file]').setInputFiles({ name: 'x', mimeType, buffer: Buffer.from('no picture') })
    for (const mimeType of ['image/png', 'text/plain']) {
      await page.goto('/admin/products/new')
      await choose(mimeType)
      await page.getByText('Image upload failed. Please try again.').waitFor()
    }
    const dropped = await page.evaluateHandle(`(() => {
      const transfer = new DataTransfer()
      transfer.items.add(new File(['no picture'], 'x.png', { type: 'image/png' }))
      return transfer
    })()`)
    const [upload] = await Promise.all([
      page.waitForRequest('**/api/upload'),
      page.getByRole('group', { name: 'Images' }).dispatchEvent('drop', { dataTransfer: dropped }),
    ])
    expect(upload.method()).toBe('POST')
  })

  test('deletes a product after being asked, and takes it back', async () => {
    await listProduct(admin, { name: 'Canvas Tote' })
    await signIn('/admin/products')
    await row('Canvas Tote').getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog', { name: 'Are you sure you want to delete this product?' })
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await note('Canvas Tote deleted.')
    await row('Canvas Tote').waitFor({ state: 'detached' })
    expect(await focused()).toBe('Undo')
    await page.keyboard.press('Enter')
    await note('Canvas Tote is back.')
    expect(await focused()).toBe('Canvas Tote is back.')
    await row('Canvas Tote').waitFor()
    expect((await admin.get('/api/products?search=tote')).body).toHaveLength(1)
    expect(wrong).toEqual([])
  })

  test('finds a product by its name, what it is and how much is left, and sorts by price', async () => {
    await listProduct(admin, { name: 'Zebra Scarf', price: 90 })
    await listProduct(admin, { name: 'Zebra Hat', price: 20 })
    await listProduct(admin, { name: 'Zebra Coat', price: 120, countInStock: 0, category: 'Outerwear' })
    await signIn('/admin/products')
    await page.getByLabel('Search name or SKU').fill('zebra')
    await note('1 to 3 of 3')
    await page.getByLabel('Stock').selectOption('Sold out')
    await note('1 to 1 of 1')
    await page.getByLabel('Category').selectOption('Top Wear')
    await page.getByRole('button', { name: 'Clear search and filters' }).click()
    await expect.poll(() => page.getByLabel('Search name or SKU').inputValue()).toBe('')
    expect(new URL(page.url()).search).toBe('')
    await page.getByLabel('Search name or SKU').fill('zebra')
    await row('Zebra Coat').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await note('1 to 2 of 2')
    await page.getByRole('button', { name: 'Price' }).click()
    await page.waitForURL(/sortBy=priceasc/)
    await expect.poll(() => page.getByRole('row').nth(1).textContent()).toContain('Zebra Hat')
    expect(await page.getByRole('columnheader', { name: 'Price' }).getAttribute('aria-sort')).toBe('ascending')
  })

  test('who saved meanwhile is not overwritten: both versions are shown, and mine can be kept', async () => {
    const { _id } = await listProduct(admin, { name: 'Washed Shirt', price: 78, countInStock: 3 })
    await signIn(`/admin/products/${_id}/edit`)
    await page.getByLabel('Price').fill('82')
    await admin.put(`/api/products/${_id}`, { description: 'Theirs.' })
    await page.getByRole('button', { name: 'Update Product' }).click()
    await page.getByText('Somebody changed this product while you were editing.').waitFor()
    await row('description').getByText('Theirs.').waitFor()
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await note('Washed Shirt saved.')
    expect((await admin.get(`/api/products/${_id}`)).body).toMatchObject({ price: 82, description: 'Theirs.' })

    await page.goto(`/admin/products/${_id}/edit`)
    await page.getByLabel('Price').fill('83')
    await admin.put(`/api/products/${_id}`, { price: 79 })
    await page.getByRole('button', { name: 'Update Product' }).click()
    await page.getByRole('button', { name: 'Decide field by field' }).click()
    await row('price').getByRole('radio').first().check()
    await page.getByRole('button', { name: 'Put these into the form' }).click()
    expect(await page.getByLabel('Price').inputValue()).toBe('79')
    expect(wrong).toEqual([])
  })

  test('a SKU that another product has is refused in words', async () => {
    await listProduct(admin, { sku: 'TAKEN' })
    const { _id } = await listProduct(admin)
    await signIn(`/admin/products/${_id}/edit`)
    await page.getByLabel('SKU').fill('TAKEN')
    await page.getByRole('button', { name: 'Update Product' }).click()
    await note('Failed to update product.')
    await note('Another product has this SKU')
  })

  test('changes the status of an order, deletes it, takes it back, and reads what happened', async () => {
    const order = await buy(await customerAt(shop.url, 'Mina Okada'), await listProduct(admin))
    await signIn('/admin/orders')
    await row('Mina Okada').getByRole('combobox').selectOption('Cancelled')
    await row('Mina Okada').getByText('Refund due').waitFor()
    await page.getByLabel('Payment').selectOption('Refund due')
    await page.waitForURL(/refundDue=true/)
    await row('Mina Okada').waitFor()
    await page.getByLabel('Status', { exact: true }).selectOption('Processing')
    await page.getByRole('button', { name: 'Clear search and filters' }).click()
    await row('Mina Okada').getByRole('button', { name: 'Mark as Delivered' }).click()
    await row('Mina Okada').getByRole('button', { name: 'Mark as Delivered' }).waitFor({ state: 'detached' })
    await row('Mina Okada').getByRole('button', { name: 'Delete' }).click()
    await note(/deleted\.$/)
    expect((await admin.get(`/api/orders/${order._id}`)).status).toBe(404)
    await page.goto(`/admin/orders/${order._id}`)
    await note('Order deleted')
    await page.getByRole('button', { name: 'Restore order' }).click()
    await page.getByRole('button', { name: 'Delete order' }).click()
    await page.waitForURL('**/admin/orders')
    await page.getByRole('button', { name: 'Undo' }).click()
    await note(/is back\.$/)
    await page.reload()
    await page.getByRole('heading', { name: 'Order Management' }).waitFor()
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0)
    await row('Mina Okada').getByRole('link').first().click()
    await page.getByRole('heading', { name: 'History' }).waitFor()
    for (const what of ['Order restored', 'Order deleted', 'Order status changed', 'Order placed', 'Checkout started'])
      await note(what)
    await page.getByLabel('Show this order as it was').press('Home')
    await note(/^after 1 of/)
    expect(wrong).toEqual([])
  })

  test('sees a new order come in without asking, and a shopper the last pieces go', async () => {
    const product = await listProduct(admin, { name: 'Live Scarf', countInStock: 9 })
    await signIn('/admin/orders')
    await page.getByRole('heading', { name: 'Order Management' }).waitFor()
    const shopper = await browser.newPage({ baseURL: shop.url })
    await shopper.goto(`/product/${product._id}`)
    await shopper.getByRole('heading', { name: 'Live Scarf' }).waitFor()
    // A page begins to listen when it has long been there.
    await Promise.all([page, shopper].map((one) => one.waitForResponse('**/api/live?*', { timeout: 15_000 })))
    await buy(await customerAt(shop.url, 'Lena Brandt'), product, 7)
    await row('Lena Brandt').waitFor()
    await shopper.getByText('Only 2 left').waitFor()
    await shopper.close()
    expect(wrong).toEqual([])
  })
})
