import { describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { DESK, eventually, go, hrefsIn, picture, sees, WIDTHS } from '../support/page-visits.ts'
import { pagesOf } from '../support/pdf-pages.ts'
import { buy, customerAt, listProduct } from '../support/people.ts'
import { looksWrong } from './looks.ts'
import { pageOfAdmin, shopInBrowser } from './shop-in-browser.ts'

describe.runIf(hasBrowser)("an order's page shows the work on the order", () => {
  const there = shopInBrowser({ DEMO: 'off' })

  test('the order’s address, items and next step are above its history, and the packing slip has no prices', async () => {
    const customer = await customerAt(there.url, 'Ines Moreau')
    const order = await buy(customer, await listProduct(there.admin, { name: 'Loom Shirt', price: 31 }), 2)
    const page = await pageOfAdmin(there, DESK)
    await go(page, `/admin/orders/${order._id}`)
    const top = async (name: string) => (await page.getByRole('heading', { name, exact: true }).boundingBox())!.y
    for (const size of WIDTHS) {
      await page.setViewportSize(size)
      expect(Math.max(await top('Now'), await top('Items'))).toBeLessThan(await top('History'))
    }
    expect(await looksWrong(page)).toEqual([])
    await picture(page, 'order-job')

    await page.emulateMedia({ media: 'print' })
    await sees(page, 'Ada Weaver', '1 Loom Lane', '9000 Ghent', 'Belgium', 'Loom Shirt', '2 pieces')
    for (const left of [/\$/, 'History', 'Dashboard'])
      expect(await page.getByText(left).filter({ visible: true }).count(), String(left)).toBe(0)
    expect(pagesOf(await page.pdf({ format: 'A4' }))).toBe(1)
    await page.emulateMedia({ media: null })

    await page.evaluate('window.print = () => { window.hasPrinted = true }')
    await page.getByRole('button', { name: 'Packing slip' }).click()
    await expect.poll(() => page.evaluate('window.hasPrinted')).toBe(true)
    await page.getByRole('button', { name: 'Mark as Shipped' }).click()
    await page.getByLabel('Tracking number').fill('1Z999AA10123456784')
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as Shipped' }).click()
    await page.getByText('1Z999AA10123456784').first().waitFor()
    await eventually(() => page.getByRole('button', { name: 'Mark as Shipped' }).count()).toBe(0)
  })

  test('the order’s page and its customer’s page both show the customer’s totals and notes', async () => {
    const customer = await customerAt(there.url, 'Mina Okada')
    const order = await buy(customer, await listProduct(there.admin, { name: 'Loom Shirt', price: 31 }), 2)
    const page = await pageOfAdmin(there, DESK)
    await go(page, `/admin/orders/${order._id}`)
    await page.getByRole('link', { name: customer.email }).waitFor()
    await page.getByLabel('A note on this order').fill('Rang twice,\nleave it with the neighbour')
    await page.getByRole('link', { name: 'Orders', exact: true }).first().click()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Cancel' }).click()
    await page.reload()
    await page.getByText('Your unsaved changes were restored.').waitFor()
    await page.getByRole('button', { name: 'Save note' }).click()
    await sees(page, 'The note is saved.')
    await page.getByText('leave it with the neighbour').waitFor()
    expect(await page.getByLabel('A note on this order').inputValue()).toBe('')
    expect(await looksWrong(page)).toEqual([])
    await picture(page, 'order-notes')

    await page.getByRole('link', { name: 'Mina Okada' }).click()
    await page.getByRole('heading', { name: 'Mina Okada', level: 1 }).waitFor()
    await page.getByLabel('A note on this customer').fill('Likes indigo')
    await page.getByRole('button', { name: 'Save note' }).click()
    await page.getByText('Likes indigo').waitFor()
    await page.getByText('leave it with the neighbour').waitFor()
    const row = page.getByRole('row').filter({ hasText: `#${order._id.slice(0, 8)}` })
    expect(await row.textContent()).toContain('$62.00')
    expect(await looksWrong(page)).toEqual([])
    await picture(page, 'customer')
    await page.reload()
    await page.getByText('Likes indigo').waitFor()

    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    const asked = page.getByRole('dialog', { name: 'Sign Mina Okada out everywhere?' })
    await asked.getByRole('button', { name: 'Cancel' }).click()
    expect((await customer.get('/api/users/me/sessions')).status).toBe(200)
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await asked.getByRole('button', { name: 'Sign out' }).click()
    await sees(page, 'Signed out on every device.')
    expect((await customer.get('/api/users/me/sessions')).status).toBe(401)
  })

  test('the previous and the next order come from the list that the order was opened from, and the back link returns to this list', async () => {
    const customer = await customerAt(there.url, 'Ida')
    const product = await listProduct(there.admin, { name: 'Loom Shirt' })
    const other = await customerAt(there.url, 'Somebody Else')
    const [first] = [await buy(customer, product), await buy(other, product)]
    const last = await buy(customer, product)
    const page = await pageOfAdmin(there, DESK)
    await go(page, '/admin/orders?search=Ida')
    await page.getByRole('link', { name: `#${last._id.slice(0, 8)}` }).click()
    const beside = page.getByRole('navigation', { name: 'Previous and next order' })
    await beside.getByRole('link', { name: /^Next order/ }).click()
    await page.getByRole('heading', { name: `Order #${first._id.slice(0, 8)}` }).waitFor()
    expect(await beside.getByRole('link', { name: /^Next order/ }).count()).toBe(0)
    expect(await looksWrong(page)).toEqual([])
    await page.reload()
    await beside.getByRole('link', { name: /^Previous order/ }).click()
    await page.getByRole('heading', { name: `Order #${last._id.slice(0, 8)}` }).waitFor()
    // A status that was chosen but not confirmed on one order must not be shown on the next order, whose page is already cached.
    const status = page.getByLabel('Status', { exact: true })
    await status.selectOption('Delivered')
    await beside.getByRole('link', { name: /^Next order/ }).click()
    await page.getByRole('heading', { name: `Order #${first._id.slice(0, 8)}` }).waitFor()
    expect(await status.inputValue()).toBe('Processing')
    await page.getByRole('link', { name: 'Orders', exact: true }).last().click()
    await page.waitForURL('**/admin/orders?search=Ida')

    await go(page, `/admin/orders/${last._id}?search=Ida&page=2`)
    await beside.getByRole('link', { name: /^Next order/ }).waitFor()
    const [next = ''] = await hrefsIn(beside)
    expect(next).toContain('page=2')
  })
})
