import { beforeAll, describe, expect, test } from 'vitest'
import { untilCopied } from '../support/analysis-room.ts'
import { hasBrowser } from '../support/browser.ts'
import { picture } from '../support/page-visits.ts'
import { analystAt, buy, type Customer, customerAt, listProduct } from '../support/people.ts'
import { adminPages } from './admin-pages.ts'
import { looksWrong } from './looks.ts'
import { markupErrorsIn } from './markup.ts'

describe.runIf(hasBrowser)('one thing at two moments', () => {
  const at = adminPages({ ANALYSIS: 'on' })
  let noor: Customer
  let orderId = ''
  let productId = ''
  beforeAll(async () => {
    noor = await analystAt(at.url, at.admin)
    const product = await listProduct(at.admin, { name: 'Linen Shirt', price: 40, countInStock: 9 })
    await listProduct(at.admin, { name: 'Wool Hat', price: 20, countInStock: 9 })
    const order = await buy(await customerAt(at.url), product)
    ;[productId, orderId] = [product._id, order._id]
    await at.admin.put(`/api/admin/orders/${orderId}`, { status: 'Shipped' })
    await at.admin.put(`/api/products/${productId}`, { price: 35 })
    await untilCopied(noor, { OrderStatusChanged: 1, ProductEdited: 1, PurchaseLeftCart: 1 })
  })
  const address = () => Object.fromEntries(new URL(at.page.url()).searchParams)
  const states = () => at.page.getByRole('table', { name: 'Both states' })
  const titles = () => at.page.getByRole('listitem').getByRole('heading', { level: 3 }).allTextContents()
  const eventOf = async (type: string): Promise<number> =>
    (await noor.get(`/api/analysis/events?type=${type}`)).body[0].event

  test('the lists of the time machine are searched, name products, and keep the words in the address', async () => {
    const { page } = at
    await at.signIn('/analysis/time?show=stock', noor)
    await expect.poll(titles).toHaveLength(2)
    expect((await titles()).toSorted()).toEqual(['Linen Shirt', 'Wool Hat'])
    await page.getByRole('searchbox', { name: 'Search product' }).fill('linen')
    await expect.poll(titles).toEqual(['Linen Shirt'])
    expect(address()).toEqual({ show: 'stock', search: 'linen' })
    await page.reload()
    await expect.poll(titles).toEqual(['Linen Shirt'])
    await page.getByRole('button', { name: 'Orders' }).click()
    await expect.poll(titles).toEqual([`#${orderId}`])
    await page.getByRole('searchbox').fill('Wool Hat')
    await at.note('Nothing matches.')
    await page.getByRole('searchbox').fill('shirt')
    await expect.poll(titles).toEqual([`#${orderId}`])
    await page.getByRole('link', { name: `Stream: #${orderId}` }).click()
    await page.getByRole('heading', { name: `order-${orderId}` }).waitFor()
    expect(at.wrong).toEqual([])
  })

  test('both states are shown with the fields that differ, and the events between them', async () => {
    const { page } = at
    const placed = await eventOf('OrderPlaced')
    await at.signIn(`/analysis/time?show=order&asOf=${placed}`, noor)
    await page.getByRole('link', { name: `Then and now: #${orderId}` }).click()
    await states().waitFor()
    expect(address()).toEqual({ kind: 'order', id: orderId, from: String(placed) })
    await states().getByRole('row', { name: 'status Processing Shipped' }).locator('del').waitFor()
    expect(await states().getByRole('row').count()).toBe(2)
    expect(await titles()).toEqual([expect.stringMatching(/^OrderStatusChanged by admin/)])
    expect(await page.locator('summary', { hasText: /^Technical/ }).count()).toBe(0)
    await page.locator('summary', { hasText: /^\d+ fields did not change: show$/ }).press('Enter')
    const same = page.getByRole('table', { name: /did not change/ })
    await same.getByRole('row', { name: 'total $40.00 $40.00' }).waitFor()
    await same.getByRole('row', { name: /^Placed at \w{3} \d+, \d{4}, [\d:]{8} UTC/ }).waitFor()
    await same.getByRole('row', { name: /^Linen Shirt.*: quantity 1 1$/ }).waitFor()
    expect(await same.locator('del').count()).toBe(0)
    expect(await page.getByRole('main').textContent()).not.toContain('@')
    expect(at.wrong).toEqual([])
  })

  test('a thing and two moments are typed, by keyboard too', async () => {
    const { page } = at
    await at.signIn('/analysis/time', noor)
    await page.getByRole('link', { name: 'Compare two moments' }).click()
    await page.getByLabel('What').selectOption('product')
    await page.getByLabel('First moment').fill('soon')
    await page.getByRole('button', { name: 'Compare' }).click()
    await at.note('Enter a name or an id')
    await at.note('Enter an event number or a UTC time such as 2026-11-20 12:00')
    const named = page.getByRole('textbox', { name: 'Name or id' })
    await named.fill('zz')
    await at.note('Nothing matches these words.')
    await named.fill('i')
    const found = page.getByRole('list', { name: 'Found' }).getByRole('button')
    await expect.poll(() => found.count()).toBe(2)
    await named.fill('linen')
    await expect.poll(() => found.count()).toBe(1)
    const edited = await eventOf('ProductEdited')
    await page.getByLabel('First moment').fill(String(edited - 1))
    await page.getByLabel('Second moment').fill('now')
    await page.getByLabel('First moment').press('Enter')
    await states().getByRole('row', { name: 'price $40.00 $35.00' }).waitFor()
    expect(address()).toEqual({ kind: 'product', id: productId, from: String(edited - 1) })
    await page.locator('summary', { hasText: 'did not change' }).click()
    await page
      .getByRole('table', { name: /did not change/ })
      .getByRole('row', { name: 'Ordered, including cancelled orders 1 1' })
      .waitFor()
    await page.getByRole('link', { name: `Start before this event: ${edited}` }).waitFor()
    await page.getByRole('link', { name: `End at this event: ${edited}` }).click()
    await expect.poll(address).toEqual({ kind: 'product', id: productId, from: String(edited - 1), to: String(edited) })
    await states().getByRole('row', { name: 'price $40.00 $35.00' }).waitFor()
    await named.fill('none')
    await named.press('Enter')
    await at.note(`Error: There was no such product as of event ${edited}`)
    await named.fill('wool')
    await page.getByRole('button', { name: 'Wool Hat' }).press('Enter')
    await page.getByRole('heading', { name: /^Wool Hat: / }).waitFor()
    await named.fill('linen')
    await named.press('Enter')
    await page.getByRole('heading', { name: /^Linen Shirt: / }).waitFor()
    await page.getByLabel('First moment').fill('')
    await page.getByLabel('Second moment').fill('')
    await page.getByRole('button', { name: 'Compare' }).click()
    await at.note('Enter a moment before now')
  })

  test('can be used on any device and with assistive technology', async () => {
    const { page } = at
    await at.signIn(`/analysis/time?kind=stock&id=${productId}&from=0`, noor)
    await states().getByRole('row', { name: 'All sizes: on hand none 8' }).waitFor()
    const sums = page.getByRole('table', { name: 'Changes by type of event' })
    expect((await sums.getByRole('row').allInnerTexts()).map((row) => row.split(/\s*\t\s*/))).toEqual([
      ['What', 'Events', 'On hand', 'Held', 'Available'],
      ['First moment', '0', '0', '0'],
      ['Counted', '1', '+ 9', '0', '+ 9'],
      ['Held', '1', '0', '+ 1', '− 1'],
      ['Taken for orders', '1', '− 1', '− 1', '0'],
      ['Second moment', '8', '0', '8'],
    ])
    expect(await looksWrong(page)).toEqual([])
    expect(await markupErrorsIn(page)).toEqual([])
    await picture(page, 'two-moments')
  })
})
