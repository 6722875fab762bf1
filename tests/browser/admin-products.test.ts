import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { hasBrowser, shootWindow } from '../support/browser.ts'
import { endPage } from '../support/kept-pages.ts'
import { picture, WIDTHS, windowPicture } from '../support/page-visits.ts'
import { buy, type Customer, customerAt, listProduct } from '../support/people.ts'
import { approveIn, continueToPayment, keptOf, openPage, seeConfirmation } from '../support/shopper-pages.ts'
import { adminPages } from './admin-pages.ts'
import { violationsIn } from './axe.ts'
import { focusedIn } from './keyboard.ts'
import { looksWrong } from './looks.ts'

const PICTURE = join(import.meta.dirname, '../../shared/demo/pictures')

describe.runIf(hasBrowser)('an admin of products in a browser', () => {
  const at = adminPages()
  const picturesInForm = () =>
    at.page.evaluate(
      `[...document.querySelectorAll('main fieldset li img')].map((image) => image.getAttribute('src'))`,
    ) as Promise<string[]>
  const focusedName = () => at.page.evaluate(`document.activeElement?.getAttribute('aria-label')`)

  test('creates a product with uploaded pictures, and sees the history of an order for it', async () => {
    await at.signIn('/admin/products')
    await at.page.getByRole('link', { name: 'Add product' }).click()
    await at.page.getByLabel('Product Name').fill('heavy Tee')
    await at.page.getByLabel('Description').fill('Dense cotton.')
    await at.page.getByLabel('Price').fill('38.50')
    await at.page.getByLabel('Count in Stock').fill('7')
    await at.page.getByLabel('SKU').fill('SV-1')
    await at.page.getByLabel('Sizes').fill('S, M')
    await at.page.getByLabel('Colors').fill(' Red ,red, ')
    await at.page.getByLabel('Colors').fill('blue')
    await at.page.getByLabel('Colors').press('Enter')
    await at.page.getByRole('button', { name: 'Remove Blue' }).waitFor()
    expect(await at.page.getByRole('button', { name: /^Remove (Red|red)$/ }).count()).toBe(1)
    expect(await at.page.getByLabel('Blue', { exact: true }).inputValue()).toBe('#28354d')
    const files = ['front', 'back', 'detail'].map((view) => ({
      name: `${view}.webp`,
      mimeType: 'image/webp',
      buffer: readFileSync(join(PICTURE, `breton-long-sleeve-tee-white-${view}-1200.webp`)),
    }))
    await at.page.locator('input[type=file]').setInputFiles(files)
    await at.page.getByRole('button', { name: 'Remove picture 3' }).waitFor()

    const [front = '', back = '', detail = ''] = await picturesInForm()
    await at.page.getByRole('button', { name: 'Move picture 3 forward' }).press('Enter')
    expect(await picturesInForm()).toEqual([front, detail, back])
    await at.page.keyboard.press('Enter')
    expect(await picturesInForm()).toEqual([detail, front, back])
    expect(await focusedName(), 'the cover cannot go further').toBe('Move picture 1 back')
    await at.page
      .getByRole('listitem')
      .filter({ has: at.page.getByLabel('Remove picture 3') })
      .dragTo(at.page.getByRole('listitem').filter({ has: at.page.getByLabel('Remove picture 1') }))
    await expect.poll(picturesInForm).toEqual([back, detail, front])
    const preview = at.page.getByRole('region', { name: 'As shoppers see it' })
    expect(await preview.textContent()).toMatch(/Heavy Tee.*\$38\.50/)
    expect(await preview.locator('img').first().getAttribute('src')).toBe(back)

    await at.page.getByRole('button', { name: 'Add Product' }).click()
    await at.note('Heavy Tee added.')
    const [product] = (await at.admin.get('/api/products?search=heavy')).body
    expect(product).toMatchObject({ name: 'Heavy Tee', price: 38.5, countInStock: 7, colors: ['Red', 'Blue'] })
    expect(product.images.map(({ url }: { url: string }) => url.replace('-1200', '-800'))).toEqual([
      back,
      detail,
      front,
    ])

    const customer = await customerAt(at.url, 'Rosa Lind')
    await buyInBrowser(`/product/${product._id}`, customer)
    await at.page.goto('/admin/orders')
    await at.page.getByLabel('Search order, user, city, SKU, tracking').fill(customer.email)
    await at.note('1 to 1 of 1')
    await at.row('Rosa Lind').getByRole('link').first().click()
    const step = (what: string) => at.page.getByRole('listitem').filter({ hasText: what }).first()
    await step('The payment came in').waitFor()
    // Both the buyer's page and the provider's webhook report the payment and place the order. The history shows which of them was first.
    expect(await step('The payment came in').textContent()).toMatch(
      /\d{1,2}:\d\d:\d\d\s[AP]M.*(Rosa Lind \(customer\)|The shop itself \(system\)).*openpaid/,
    )
    expect(await step('The order was placed').textContent()).toMatch(
      /(Rosa Lind \(customer\)|The shop itself \(system\)).*statusnoneProcessing/,
    )
    await at.page.getByRole('button', { name: 'Mark as Delivered' }).click()
    await at.page.getByRole('dialog').getByRole('button', { name: 'Mark as Delivered' }).click()
    await step('Delivered').waitFor()
    expect(await step('Delivered').textContent()).toMatch(/Admin \(admin\).*statusProcessingDelivered/)
    expect(await at.page.getByRole('button', { name: 'Mark as Delivered' }).count()).toBe(0)
    expect((await at.admin.get(`/api/products/${product._id}`)).body.countInStock).toBe(6)
    expect(at.wrong).toEqual([])
  })

  test('sees which required fields are empty, and that an upload failed', async () => {
    const needed = () =>
      at.page.evaluate(`[...document.querySelectorAll('main form :invalid:not(fieldset)')].map(({ name }) => name)`)
    await at.signIn('/admin/users')
    await at.page.getByRole('button', { name: 'Add User' }).waitFor()
    // These fields are in the form for a new user, and in the form that erases an address.
    expect(await needed()).toEqual(['name', 'email', 'password', 'email'])
    expect(await at.page.getByLabel('Role', { exact: true }).inputValue()).toBe('customer')

    await at.page.goto('/admin/products/new')
    await at.page.getByRole('button', { name: 'Add Product' }).click()
    expect(await needed()).toEqual(['name', 'description', 'price', 'countInStock', 'sku'])
    const choose = (mimeType: string) =>
      at.page.locator('input[type=file]').setInputFiles({ name: 'x', mimeType, buffer: Buffer.from('no picture') })
    for (const mimeType of ['image/png', 'text/plain']) {
      await at.page.goto('/admin/products/new')
      await choose(mimeType)
      await at.page.getByText('Image upload failed. Please try again.').waitFor()
    }
    const dropped = await at.page.evaluateHandle(`(() => {
      const transfer = new DataTransfer()
      transfer.items.add(new File(['no picture'], 'x.png', { type: 'image/png' }))
      return transfer
    })()`)
    const [upload] = await Promise.all([
      at.page.waitForRequest('**/api/upload'),
      at.page.getByRole('group', { name: 'Images' }).dispatchEvent('drop', { dataTransfer: dropped }),
    ])
    expect(upload.method()).toBe('POST')
  })

  test('deletes a product after a confirmation, and restores it', async () => {
    await listProduct(at.admin, { name: 'Canvas Tote' })
    await at.signIn('/admin/products')
    await at.row('Canvas Tote').getByRole('button', { name: 'Delete' }).click()
    const dialog = at.page.getByRole('dialog', { name: 'Are you sure you want to delete this product?' })
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await at.note('Canvas Tote deleted.')
    await at.row('Canvas Tote').waitFor({ state: 'detached' })
    expect(await at.focused()).toBe('Undo')
    await at.page.keyboard.press('Enter')
    await at.note('Canvas Tote is restored.')
    expect(await at.focused()).toBe('Canvas Tote is restored.')
    await at.row('Canvas Tote').waitFor()
    expect((await at.admin.get('/api/products?search=tote')).body).toHaveLength(1)
    expect(at.wrong).toEqual([])
  })

  test('finds a deleted product in the list of deleted entries, and restores it', async () => {
    const { _id } = await listProduct(at.admin, { name: 'Twill Cap' })
    await at.admin.delete(`/api/products/${_id}`)
    await at.signIn('/admin/products')
    await at.page.getByRole('link', { name: 'Deleted products' }).click()
    await at.page.getByRole('searchbox', { name: 'Search order, product, SKU or user' }).fill('no such thing')
    await at.note('Nothing matches this search and these filters')
    await at.page.getByRole('searchbox', { name: 'Search order, product, SKU or user' }).fill('twill')
    await at.page.getByRole('button', { name: 'Restore Twill Cap' }).click()
    await at.note('Twill Cap is restored.')
    expect(await at.focused()).toBe('Twill Cap is restored.')
    await at.note('Nothing matches this search and these filters')
    await at.page.getByRole('link', { name: 'Products', exact: true }).click()
    await at.row('Twill Cap').waitFor()
    expect(at.wrong).toEqual([])
  })

  test('finds products by name, category and stock, and sorts them by price', async () => {
    await listProduct(at.admin, { name: 'Zebra Scarf', price: 90 })
    await listProduct(at.admin, { name: 'Zebra Hat', price: 20 })
    await listProduct(at.admin, { name: 'Zebra Coat', price: 120, countInStock: 0, category: 'Outerwear' })
    await at.signIn('/admin/products')
    await at.page.getByLabel('Search name or SKU').fill('zebra')
    await at.note('1 to 3 of 3')
    await at.page.getByLabel('Stock').selectOption('Sold out')
    await at.note('1 to 1 of 1')
    await at.page.getByLabel('Category').selectOption('Top Wear')
    await at.page.getByRole('button', { name: 'Clear search and filters' }).click()
    await expect.poll(() => at.page.getByLabel('Search name or SKU').inputValue()).toBe('')
    expect(new URL(at.page.url()).search).toBe('')
    await at.page.getByLabel('Search name or SKU').fill('zebra')
    await at.row('Zebra Coat').getByRole('button', { name: 'Delete' }).click()
    await at.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await at.note('1 to 2 of 2')
    await at.page.getByRole('button', { name: 'Price' }).click()
    await at.page.waitForURL(/sortBy=priceasc/)
    await expect.poll(() => at.page.getByRole('row').nth(1).textContent()).toContain('Zebra Hat')
    expect(await at.page.getByRole('columnheader', { name: 'Price' }).getAttribute('aria-sort')).toBe('ascending')
  })

  test('does not overwrite another admin’s changes: both versions are shown to choose from', async () => {
    const { _id } = await listProduct(at.admin, { name: 'Washed Shirt', price: 78, countInStock: 3 })
    await at.signIn(`/admin/products/${_id}/edit`)
    await at.page.getByLabel('Price').fill('82')
    await at.admin.put(`/api/products/${_id}`, { description: 'Theirs.' })
    await at.page.getByRole('button', { name: 'Update Product' }).click()
    await at.page.getByText('This product was changed elsewhere while you were editing it.').waitFor()
    await at.row('description').getByText('Theirs.').waitFor()
    await at.page.getByRole('button', { name: 'Keep mine' }).click()
    await at.note('Washed Shirt saved.')
    expect((await at.admin.get(`/api/products/${_id}`)).body).toMatchObject({ price: 82, description: 'Theirs.' })

    await at.page.goto(`/admin/products/${_id}/edit`)
    await at.page.getByLabel('Price').fill('83')
    await at.admin.put(`/api/products/${_id}`, { price: 79 })
    await at.page.getByRole('button', { name: 'Update Product' }).click()
    await at.page.getByRole('button', { name: 'Decide field by field' }).click()
    expect((await focusedIn(at.page)).name).toContain('This product was changed elsewhere')
    await at.row('price').getByRole('radio').first().check()
    await at.page.getByRole('button', { name: 'Put the chosen values into the form' }).click()
    expect(await at.page.getByLabel('Price').inputValue()).toBe('79')
    expect((await focusedIn(at.page)).name).toBe('Product Name')
    expect(at.wrong).toEqual([])
  })

  test('saves the count that the admin typed, not the sum of two counts, and says what was sold meanwhile', async () => {
    const product = await listProduct(at.admin, { name: 'Counted Shirt', price: 78, countInStock: 25 })
    const { _id } = product
    await at.signIn(`/admin/products/${_id}/edit`)
    await at.page.getByLabel('Count in Stock').fill('30')
    await at.page.getByLabel('Price').fill('82')
    await at.admin.put(`/api/products/${_id}`, { countInStock: 28, price: 79 })
    await at.page.getByRole('button', { name: 'Update Product' }).click()
    await at.row('countInStock').getByText('30').waitFor()
    await at.page.getByRole('button', { name: 'Keep mine' }).click()
    await at.note('Counted Shirt saved.')
    expect((await at.admin.get(`/api/products/${_id}`)).body).toMatchObject({ price: 82, countInStock: 30 })

    await at.page.goto(`/admin/products/${_id}/edit`)
    await at.page.getByLabel('Count in Stock').fill('20')
    await buy(await customerAt(at.url), { ...product, price: 82 }, 3)
    await at.page.getByRole('button', { name: 'Update Product' }).click()
    await at.note('Counted Shirt saved. The stock is 17: 3 pieces were sold or held while you edited.')
  })

  test('saves the total that the admin typed while another admin divided the pieces', async () => {
    const { _id } = await listProduct(at.admin, { name: 'Divided Shirt', colors: [] })
    await at.signIn(`/admin/products/${_id}/edit`)
    await at.page.getByLabel('Count in Stock').fill('7')
    const stock = ['S', 'M'].map((size) => ({ size, color: '', countInStock: 5 }))
    await at.admin.put(`/api/products/${_id}`, { stock })
    await at.page.getByRole('button', { name: 'Update Product' }).click()
    await at.row('stock').getByText('7 in all').waitFor()
    await picture(at.page, 'product-total-divided-meanwhile')
    await at.page.getByRole('button', { name: 'Decide field by field' }).click()
    await at.page.getByRole('button', { name: 'Put the chosen values into the form' }).click()
    expect(await at.page.getByLabel('Count in Stock').inputValue()).toBe('7')
    await at.page.getByRole('button', { name: 'Update Product' }).click()
    await at.note('Divided Shirt saved.')
    const saved = (await at.admin.get(`/api/products/${_id}`)).body
    expect(saved).toMatchObject({ countInStock: 7, stock: [{ size: 'S' }, { size: 'M' }] })
  })

  test('sees who changed the price of a product, and when', async () => {
    const { _id } = await listProduct(at.admin, { name: 'Priced Shirt', price: 78, countInStock: 3 })
    await at.admin.put(`/api/products/${_id}`, { price: 64 })
    await at.signIn(`/admin/products/${_id}/edit`)
    await at.page.locator('summary', { hasText: 'History' }).press('Enter')
    const steps = at.page.getByRole('main').locator('ol[reversed] > li')
    await steps.first().locator('b', { hasText: 'The product was edited' }).waitFor()
    expect(await steps.first().textContent()).toMatch(/\(admin\).*\$78\.00.*\$64\.00/)
    expect(await looksWrong(at.page)).toEqual([])
    await picture(at.page, 'product-history')
    expect(at.wrong).toEqual([])
  })

  test('sees why a SKU of another product is refused', async () => {
    await listProduct(at.admin, { sku: 'TAKEN' })
    const { _id } = await listProduct(at.admin)
    await at.signIn(`/admin/products/${_id}/edit`)
    await at.page.getByLabel('SKU').fill('TAKEN')
    await at.page.getByRole('button', { name: 'Update Product' }).click()
    await at.note('Failed to update product.')
    await at.note('Another product has this SKU')
  })

  async function buyInBrowser(path: string, customer: Customer) {
    const { page: shopper } = await openPage(at.browser, at.url, keptOf(customer))
    await shopper.goto(path)
    await shopper.getByRole('group', { name: 'Color' }).getByRole('button').first().click()
    await shopper.getByRole('group', { name: 'Size' }).getByRole('button').first().click()
    await shopper.getByRole('button', { name: 'Add to Cart' }).first().click()
    await shopper.getByText('Product added to cart successfully!').first().waitFor()
    await shopper.goto('/checkout')
    await continueToPayment(shopper)
    await approveIn(shopper)
    await seeConfirmation(shopper, 'Heavy Tee')
    await endPage(shopper)
  }

  test('counts a product by size and color with cells pasted from a spreadsheet, and shoppers see sold-out sizes', async () => {
    const { _id } = await listProduct(at.admin, {
      name: 'Parted Shirt',
      sku: 'PARTED-1',
      countInStock: 4,
      sizes: ['S', 'M'],
      colors: ['Red', 'Blue'],
    })
    await at.signIn(`/admin/products/${_id}/edit`)
    await at.page.getByRole('button', { name: 'Count by size and color' }).click()
    await at.page.evaluate(`{
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', '3\\t0\\n0\\t1\\n')
      const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      document.querySelector('[aria-label="S, Red: pieces"]').dispatchEvent(paste)
    }`)
    await at.page.getByText('4 of 4 pieces are divided.').waitFor()
    await at.page.getByText('SKUs by size and color').click()
    await at.page.getByLabel('S, Red: SKU').fill('PARTED-1-S')
    await at.page.getByRole('button', { name: 'Update Product' }).click()
    await at.note('Parted Shirt saved.')
    expect((await at.admin.get(`/api/products/${_id}`)).body).toMatchObject({
      countInStock: 4,
      stock: expect.arrayContaining([
        { size: 'S', color: 'Red', sku: 'PARTED-1-S', countInStock: 3 },
        { size: 'M', color: 'Blue', countInStock: 1 },
      ]),
    })

    await at.page.goto(`${at.url}/admin/products/${_id}/edit`)
    const chips = at.page.getByRole('button', { name: /^Remove (?!picture)/ })
    await chips.first().waitFor()
    const sure = at.page.getByRole('dialog').getByRole('button', { name: /^Remove/ })
    for (const [chip, hasPieces] of [
      ['S', true],
      ['M', true],
      ['Red', false],
      ['Blue', false],
    ] as const) {
      await at.page.getByRole('button', { name: `Remove ${chip}`, exact: true }).click()
      if (hasPieces) await sure.click()
    }
    await expect.poll(() => chips.count()).toBe(0)
    await at.page.getByLabel('Not divided by size: pieces').fill('2')
    await at.page.getByText('stay in the stock ledger, but are not sold').waitFor()

    await at.page.goto(`${at.url}/product/${_id}`)
    await at.page.getByRole('button', { name: 'Red', exact: true }).click()
    await at.page.getByRole('button', { name: 'M sold out' }).waitFor()
    await at.page.getByRole('button', { name: 'Blue', exact: true }).click()
    await at.page.getByRole('button', { name: 'M', exact: true }).click()
    await at.page.getByText('Only 1 left in M, Blue').waitFor()
    await at.page.getByRole('button', { name: 'Red', exact: true }).click()
    await at.page.getByText('Sold out in M, Red').waitFor()
    expect(await at.page.getByRole('button', { name: 'Add to Cart' }).first().isDisabled()).toBe(true)
  })

  test('receives stock, and sees it in the stock ledger', async () => {
    const shirt = { name: 'Ledger Shirt', countInStock: 3, sizes: ['S', 'M'], colors: ['Red'] }
    const product = await listProduct(at.admin, shirt)
    for (let n = 0; n < 18; n++)
      await at.admin.post(`/api/admin/products/${product._id}/stock/receipts`, { quantity: 1 })
    await buy(await customerAt(at.url), product)
    await at.signIn(`/admin/products/${product._id}/edit`)
    await at.page.getByRole('link', { name: 'Stock', exact: true }).click()
    await at.note('20 pieces available')
    for (const what of ['Sold', 'Held', 'Received']) await at.note(what)
    await at.page.getByRole('button', { name: 'Receive stock…' }).click()
    const dialog = at.page.getByRole('dialog', { name: 'Receive stock' })
    await dialog.getByRole('button', { name: 'Receive' }).click()
    await dialog.getByText('Type how many pieces came in.').waitFor()
    await dialog.getByLabel('S, Red').fill('2')
    await dialog.getByLabel('S, Red').press('Enter')
    // The focus is in the field M, Red.
    await at.page.keyboard.type('4')
    await dialog.getByLabel('Cost of one piece').fill('9.50')
    expect(await looksWrong(at.page)).toEqual([])
    await windowPicture(at.page, 'admin-receive-stock')
    await dialog.getByRole('button', { name: 'Receive' }).click()
    await expect.poll(at.focused).toBe('6 pieces received.')
    await at.note('26 pieces available')
    for (const line of ['S, Red: +2', 'M, Red: +4']) await at.row(line).getByText('$9.50').waitFor()
    expect(await at.page.getByText('Counted').count()).toBe(0)
    // More stock is received while the page is loading older entries. The page shows both the new receipt and the older entries.
    const older = /\/stock\?.*cursor=/
    let isFirst = true
    await at.page.route(older, async (route) => {
      const asked = isFirst && at.page.waitForRequest(/\/stock\?limit=\d+$/)
      if (isFirst) await at.admin.post(`/api/admin/products/${product._id}/stock/receipts`, { quantity: 7 })
      await asked
      isFirst = false
      await route.continue()
    })
    await at.page.getByRole('button', { name: 'Show older' }).click()
    await at.note('Counted')
    await at.row('Not divided by size: +7').waitFor()
    await at.page.unroute(older)
    expect(await looksWrong(at.page)).toEqual([])
    await picture(at.page, 'admin-ledger')
    expect(at.wrong).toEqual([])
  })

  test.each(WIDTHS)(
    'shoppers see in the filters which sizes and colors are sold out, at $width',
    async ({ width, height }) => {
      const name = `Filtered Shirt ${width}`
      const { _id } = await listProduct(at.admin, { name, countInStock: 4, sizes: ['S', 'M'], colors: ['Red', 'Blue'] })
      const stock = ['S', 'M'].flatMap((size) => ['Red', 'Blue'].map((color) => ({ size, color, countInStock: 0 })))
      await at.admin.put(`/api/products/${_id}`, {
        stock: [{ size: '', color: '', countInStock: 0 }, ...stock.slice(1), { ...stock[0], countInStock: 2 }],
      })
      await at.page.setViewportSize({ width, height })
      await at.page.goto(`${at.url}/collections/all?search=filtered%20shirt%20${width}`)
      if (width < 1024) await at.page.getByRole('button', { name: /^Filter/ }).click()
      const group = (of: string) => at.page.getByRole('group', { name: of }).filter({ visible: true })
      await group('Color').getByRole('button', { name: 'Blue none left' }).waitFor()
      await group('Color').getByRole('button', { name: 'Red', exact: true }).waitFor()
      await group('Size').getByRole('button', { name: 'S', exact: true }).waitFor()
      expect(await violationsIn(at.page)).toEqual([])
      await shootWindow(at.page, `filters-none-left-${width}`)
      await group('Size').getByRole('button', { name: 'M none left' }).click()
      await at.page.waitForURL(/size=M/)
      // The old list is dimmed until the new list has loaded.
      await at.page.locator('section[aria-label=Products][aria-busy=false]').waitFor()
      await expect.poll(() => violationsIn(at.page)).toEqual([])
      await at.page
        .getByRole('link', { name: new RegExp(name) })
        .first()
        .waitFor({ state: 'attached' })
      expect(at.wrong).toEqual([])
    },
  )
})
