import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { DESK, eventually, go, picture, WIDTHS, windowPicture } from '../support/page-visits.ts'
import { pagesOf } from '../support/pdf-pages.ts'
import { ADDRESS, buy, customerAt, listProduct } from '../support/people.ts'
import { focusedIn } from './keyboard.ts'
import { looksWrong } from './looks.ts'
import { pageOfAdmin, shopInBrowser } from './shop-in-browser.ts'

describe.runIf(hasBrowser)("a day's orders", () => {
  const there = shopInBrowser({ DEMO: 'off' })
  const today = () => new Date().toISOString().slice(0, 10)
  const yesterday = () => new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)

  /** Orders of one customer. Searching for the customer's name lists only these. */
  async function placed(name: string, count: number) {
    const customer = await customerAt(there.url, name)
    const product = await listProduct(there.admin, { name: 'Loom Shirt', countInStock: 9 * count })
    const orders = []
    for (let n = 1; n <= count; n++) orders.push(await buy(customer, product, Math.min(n, 3)))
    return orders
  }
  const statusOf = async (id: string) => (await there.admin.get(`/api/orders/${id}`)).body.status

  test('are listed for any range of days, and exported as a file', async () => {
    const name = '=Ines'
    const [first] = await placed(name, 2)
    const page = await pageOfAdmin(there, DESK)
    await go(page, '/admin/orders?search=Ines&sortBy=oldest')
    const row = page.getByRole('row').filter({ hasText: `#${first!._id.slice(0, 8)}` })
    await row.waitFor()
    await page.getByLabel('Placed to').fill(yesterday())
    await row.waitFor({ state: 'detached' })
    await page.getByText('Nothing matches this search and these filters').waitFor()
    await page.getByLabel('Placed to').fill(today())
    await page.getByLabel('Placed from').fill(today())
    await row.waitFor()
    await page.reload()
    await row.waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    await page.getByText('2 orders are in the file.').waitFor()
    expect(file.suggestedFilename()).toBe(`selvedge-orders-${today()}.csv`)
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
    expect(lines).toHaveLength(3)
    expect(lines[0]).toContain('Order ID,Placed,Customer,Status,Discount,Total')
    expect(lines[1]).toContain(`${first!._id},`)
    expect(lines[1]).toContain(`,'${name},Processing,0,25,0,no,no,1,`)
  })

  test('are found by city, SKU and tracking number; selected orders print a packing slip or a receipt each, on its own page', async () => {
    const customer = await customerAt(there.url, 'Ruth')
    // No word of the other orders begins with this one. Their random ids may begin with any digit.
    const sku = 'SLEY-7'
    const product = await listProduct(there.admin, { name: 'Loom Shirt', sku, countInStock: 9 })
    const city = 'Bruges'
    const orders = [await buy(customer, product, 1, { ...ADDRESS, city }), await buy(customer, product, 2)]
    const tracking = 'RM4711'
    await there.admin.put(`/api/admin/orders/${orders[1]!._id}`, { status: 'Processing', trackingNumber: tracking })
    const page = await pageOfAdmin(there, DESK)
    await go(page, '/admin/orders')
    const search = page.getByLabel('Search order, user, city, SKU, tracking')
    const row = (index: number) => page.getByRole('row').filter({ hasText: `#${orders[index]!._id.slice(0, 8)}` })
    await search.fill(city)
    await row(1).waitFor({ state: 'detached' })
    await row(0).waitFor()
    await search.fill(tracking)
    await row(0).waitFor({ state: 'detached' })
    await row(1).waitFor()
    await search.fill(sku)
    await row(0).waitFor()
    await page.getByLabel('All on this page').check()
    await page.evaluate('window.print = () => { window.hasPrinted = true }')
    await page.getByRole('button', { name: 'Print packing slips' }).click()
    await expect.poll(() => page.evaluate('window.hasPrinted')).toBe(true)
    expect(await looksWrong(page)).toEqual([])
    await page.emulateMedia({ media: 'print' })
    await expect.poll(() => page.getByRole('region', { name: 'Packing slip' }).count()).toBe(2)
    for (const left of [/\$/, 'Order Management', 'Dashboard'])
      expect(await page.getByText(left).filter({ visible: true }).count(), String(left)).toBe(0)
    expect(pagesOf(await page.pdf({ format: 'A4' }))).toBe(2)

    await page.emulateMedia({ media: null })
    await page.getByRole('button', { name: 'Print receipts' }).click()
    await page.emulateMedia({ media: 'print' })
    const receipts = page.getByRole('region', { name: 'Receipt' })
    await expect.poll(() => receipts.count()).toBe(2)
    expect(await page.getByRole('region', { name: 'Packing slip' }).count()).toBe(0)
    const both = receipts.filter({ hasText: `#${orders[1]!._id.slice(0, 8)}` })
    for (const said of ['PayPal, paid on', '$25.00', '$50.00']) expect(await both.textContent()).toContain(said)
    await picture(page, 'receipts')
  })

  test('keep the page of their list and the scroll position after an order was viewed, and after a reload', async () => {
    const name = 'Vera'
    await placed(name, 21)
    const page = await pageOfAdmin(there, DESK)
    await go(page, `/admin/orders?search=${name}`)
    await page.getByRole('button', { name: 'Next' }).click()
    const last = page.getByText('21 to 21 of 21')
    await last.waitFor()
    await page.getByRole('row').last().getByRole('link').first().click()
    await page.getByRole('heading', { name: 'History' }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Orders', exact: true }).click()
    await last.waitFor()
    await page.reload()
    await last.waitFor()
    await page.getByRole('button', { name: 'Previous' }).click()
    await page.getByText('1 to 20').waitFor()
    await page.goBack()
    await last.waitFor()
    await page.goForward()
    await page.getByText('1 to 20').waitFor()
    const fifteenth = page.getByRole('row').nth(15).getByRole('link').first()
    // On a phone each row is a card, so the page is several times as high there.
    for (const size of WIDTHS) {
      await page.setViewportSize(size)
      await page.evaluate('scrollTo(0, 0)')
      await fifteenth.scrollIntoViewIfNeeded()
      const scrolled = await page.evaluate('window.scrollY')
      expect(scrolled).toBeGreaterThan(0)
      await fifteenth.click()
      await page.getByRole('heading', { name: 'History' }).waitFor()
      await page.goBack()
      await page.getByText('1 to 20').waitFor()
      await eventually(() => page.evaluate('window.scrollY')).toBe(scrolled)
    }
  })

  test('are changed together after a confirmation, and each refused order is named', async () => {
    const [one, two, three] = await placed('Noor', 3)
    const page = await pageOfAdmin(there, DESK)
    await go(page, '/admin/orders?search=Noor&status=Processing')
    const box = (id: string) => page.getByLabel(`Choose order #${id.slice(0, 8)}`)
    await box(one!._id).waitFor()
    await page.getByLabel('All on this page').check()
    await page.getByText('3 selected').waitFor()
    await box(two!._id).uncheck()
    await page.getByText('2 selected').waitFor()
    expect(await looksWrong(page)).toEqual([])
    await picture(page, 'orders-chosen')
    await page.getByLabel('Status of the selected orders').selectOption('Shipped')
    await page.getByRole('button', { name: 'Change…' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Mark 2 orders as Shipped' })
    // As typed by a barcode scanner. The list begins with the newest order.
    const typed = async (code: string) => {
      await page.keyboard.type(code)
      await page.keyboard.press('Enter')
    }
    for (const code of ['BE-78', 'BE-76', ' BE-77 ']) await typed(code)
    const numberOf = ({ _id }: { _id: string }) => dialog.getByLabel(`#${_id.slice(0, 8)}, Noor`).inputValue()
    expect(await Promise.all([three!, one!].map(numberOf))).toEqual(['BE-78', ' BE-77 '])
    expect(await looksWrong(page)).toEqual([])
    await windowPicture(page, 'orders-change')
    const refused = { _id: three!._id, outcome: 'refused', code: 'CONFLICT', message: 'It is gone' }
    await page.route('**/api/admin/orders/bulk', async (route) => {
      const wanted: { orders: { _id: string }[] } = route.request().postDataJSON()
      const orders = wanted.orders.filter(({ _id }) => _id === one!._id)
      const [changed] = (await (await route.fetch({ postData: { ...wanted, orders } })).json()).orders
      await route.fulfill({ json: { orders: wanted.orders.map(({ _id }) => (_id === one!._id ? changed : refused)) } })
    })
    await dialog.getByRole('button', { name: 'Mark as Shipped' }).click()
    await page.getByText('1 order is Shipped now.').waitFor()
    await page.getByText(`Order #${three!._id.slice(0, 8)}: It is gone`).waitFor()
    await dialog.waitFor({ state: 'detached' })
    await eventually(async () => (await focusedIn(page)).name).toContain('1 order is Shipped now.')
    expect((await there.admin.get(`/api/orders/${one!._id}`)).body.trackingNumber).toBe('BE-77')
    expect(await Promise.all([one, two, three].map((order) => statusOf(order!._id)))).toEqual([
      'Shipped',
      'Processing',
      'Processing',
    ])
    await box(one!._id).waitFor({ state: 'detached' })
    expect(await box(three!._id).isChecked()).toBe(true)
  })

  test('are cancelled together, with one choice about the money', async () => {
    const orders = await placed('Bahar', 2)
    const page = await pageOfAdmin(there, DESK)
    await go(page, '/admin/orders?search=Bahar&status=Processing')
    await page.getByLabel(`Choose order #${orders[1]!._id.slice(0, 8)}`).waitFor()
    await page.getByLabel('All on this page').check()
    await page.getByLabel('Status of the selected orders').selectOption('Cancelled')
    await page.getByRole('button', { name: 'Change…' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Mark 2 orders as Cancelled' })
    await dialog.getByRole('button', { name: /^Cancel and refund \$/ }).waitFor()
    await dialog.getByLabel('Refund nothing').check()
    expect(await looksWrong(page)).toEqual([])
    await windowPicture(page, 'orders-cancel')
    await dialog.getByLabel('Details').fill('Paid back in cash')
    await dialog.getByRole('button', { name: 'Mark as Cancelled' }).click()
    await page.getByText('2 orders are Cancelled now.').waitFor()
    for (const { _id } of orders) {
      const { body } = await there.admin.get(`/api/orders/${_id}`)
      expect(body).toMatchObject({ status: 'Cancelled', refundDue: false, refundedTotal: 0 })
    }
    // Orders that have the status already are not changed again.
    await go(page, '/admin/orders?search=Bahar')
    await page.getByLabel('All on this page').check()
    await page.getByLabel('Status of the selected orders').selectOption('Cancelled')
    await page.getByRole('button', { name: 'Change…' }).first().click()
    await dialog.getByRole('button', { name: 'Mark as Cancelled' }).click()
    await page.getByText('2 orders are Cancelled now.').waitFor()
  })
})
