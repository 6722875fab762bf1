import { beforeAll, describe, expect, test } from 'vitest'
import { untilCopied } from '../support/analysis-room.ts'
import { hasBrowser } from '../support/browser.ts'
import { picture } from '../support/page-visits.ts'
import { analystAt, buy, type Customer, customerAt, lineOf, listProduct } from '../support/people.ts'
import { adminPages } from './admin-pages.ts'
import { violationsIn } from './axe.ts'
import { looksWrong } from './looks.ts'
import { markupErrorsIn } from './markup.ts'

const PAGE = '/analysis/time'
/** The price of the product, and the price in both orders for it. */
const PRICE = 40

describe.runIf(hasBrowser)('the time machine', () => {
  const at = adminPages({ ANALYSIS: 'on' })
  let noor: Customer
  beforeAll(async () => {
    noor = await analystAt(at.url, at.admin)
    const product = await listProduct(at.admin, { price: PRICE, countInStock: 9 })
    const ada = await customerAt(at.url)
    await buy(ada, product)
    const order = await buy(ada, product)
    await at.admin.put(`/api/admin/orders/${order._id}`, { status: 'Cancelled' })
    await at.admin.put(`/api/products/${product._id}`, { price: 35 })
    await untilCopied(noor, { ProductEdited: 1, OrderStatusChanged: 1 })
  })
  const explain = (of: string) => at.page.getByRole('button', { name: new RegExp(`, explain ${of}$`) })
  const range = () => at.page.getByRole('slider', { name: 'Moment' })
  const asOf = () => new URL(at.page.url()).searchParams.get('asOf')
  const lastEvent = async () => Number((await noor.get('/api/analysis/status')).body.event)
  const eventsOf = async (type: string) =>
    ((await noor.get(`/api/analysis/events?type=${type}`)).body as { event: number }[]).map(({ event }) => event)

  test('goes back by event, by event number and by time, and keeps its state in the address', async () => {
    await at.signIn('/analysis', noor)
    await at.page.getByRole('link', { name: 'Time machine' }).click()
    await explain('Revenue, Since the shop opened').getByText('$80.00').waitFor()
    const status = at.page.getByRole('main').getByRole('region', { name: 'As of' }).getByRole('status')
    expect(await status.textContent(), 'now goes on by itself').toBe('')
    const last = await lastEvent()
    await at.page.getByRole('button', { name: 'One event back' }).click()
    await at.note(/; 1 event happened later/)
    expect(asOf()).toBe(String(last - 1))
    expect(await status.textContent()).toContain(`As of event ${last - 1}`)
    const [second] = await eventsOf('OrderPlaced')
    await at.page.getByLabel('Event', { exact: true }).fill(String(second! - 1))
    await at.page.getByLabel('Event', { exact: true }).press('Enter')
    await explain('Revenue, Since the shop opened').getByText('$40.00').waitFor()
    await at.row('Revenue').first().getByText('+ $40.00').filter({ visible: true }).waitFor()
    await at.page.reload()
    await explain('Orders, Since the shop opened').getByText('1', { exact: true }).waitFor()
    await range().press('Home')
    await explain('Orders, Since the shop opened').getByText('0', { exact: true }).waitFor()
    await range().press('End')
    await expect.poll(asOf).toBeNull()
    await at.page.getByLabel('Moment (UTC)').fill('2020-01-01T12:00:00')
    await at.page.getByLabel('Moment (UTC)').press('Enter')
    await expect.poll(asOf).toBe('2020-01-01T12:00:00')
    await at.note('Before the first event')
    await at.page.getByRole('button', { name: 'Now', exact: true }).click()
    await expect.poll(asOf).toBeNull()
    const [edited] = await eventsOf('ProductEdited')
    await at.page.locator('summary', { hasText: 'price change' }).press('Enter')
    await at.page.getByRole('button', { name: `Go to event ${edited}` }).press('Enter')
    await expect.poll(asOf).toBe(String(edited))
    for (let n = 0; n < 4; n++) await at.page.goBack()
    await at.note(/; 1 event happened later/)
    expect(at.wrong).toEqual([])
  })

  test('a figure opens the events whose amounts add up to it, and each event shows its details', async () => {
    await at.signIn(PAGE, noor)
    await explain('Net revenue, Since the shop opened').click()
    await at.page.getByRole('heading', { name: 'Explain: net revenue up to the chosen moment' }).waitFor()
    await at.row('Order cancelled').getByText('− $40.00').waitFor()
    await at.row('Sum').getByText('$40.00').waitFor()
    await at.note('The events add up to this figure')
    await at.page.locator('summary', { hasText: 'Order cancelled' }).click()
    await at.note(/"to": "Cancelled"/)
    await at.page.getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => at.page.getByRole('heading', { name: /^Explain/ }).count()).toBe(0)
    expect(await at.focused()).toContain('explain Net revenue, Since the shop opened')
  })

  test('shows what was open then, what happened since then, and the figures in SQL', async () => {
    const [newest, first] = await eventsOf('OrderPlaced')
    await at.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await at.signIn(`${PAGE}?asOf=${first}`, noor)
    const cells = (name: string) => at.row(name).first().getByRole('cell').allInnerTexts()
    await at.row('Open carts').waitFor()
    expect(await cells('Average order')).toEqual(['Average order', '$40.00', '$40.00', '$0.00'])
    expect(await cells('Checkouts paid')).toEqual(['Checkouts paid', '100%', '100%', '0 points'])
    const between = at.page.getByRole('region', { name: 'Between then and now' })
    expect(await between.locator('dd').allTextContents()).toEqual(['0', '1', '1', '1', '1'])
    await at.page.getByRole('button', { name: 'Copy link' }).click()
    await at.note('Copied')
    expect(await at.page.evaluate('navigator.clipboard.readText()')).toBe(`${at.url}${PAGE}?asOf=${first}`)
    await at.page.getByLabel('Go to', { exact: true }).selectOption('A week ago')
    await at.note('Before the first event')
    await at.page.goto(`${PAGE}?asOf=${newest}&figure=revenue`)
    await at.page.getByRole('link', { name: 'Open as a question' }).click()
    await at.page.getByRole('heading', { name: 'Questions', exact: true }).waitFor()
    expect(await at.page.getByRole('textbox', { name: 'As of' }).inputValue()).toBe(String(newest))
    expect(at.wrong).toEqual([])
  })

  test('shows no figure of the former moment beside figures of the chosen moment', async () => {
    const { page } = at
    const [first] = (await eventsOf('OrderPlaced')).toReversed()
    const released = Promise.withResolvers<void>()
    await page.route(`**/api/analysis/activity?asOf=${first}*`, async (route) => {
      await released.promise
      await route.continue()
    })
    await at.signIn(PAGE, noor)
    await explain('Orders, Since the shop opened').getByText('2', { exact: true }).waitFor()
    const books = page.waitForResponse(`**/api/analysis/dashboard?asOf=${first}*`)
    await page.getByLabel('Event', { exact: true }).fill(String(first))
    await page.getByLabel('Event', { exact: true }).press('Enter')
    await (await books).finished()
    await page.locator('[aria-busy=true]').waitFor()
    expect(await explain('Orders, Since the shop opened').textContent()).toMatch(/^2/)
    released.resolve()
    await explain('Orders, Since the shop opened').getByText('1', { exact: true }).waitFor()
    await at.note(`after event ${first}`)
    await page.unroute(`**/api/analysis/activity?asOf=${first}*`)
  })

  test('lists what existed at the chosen event, with pseudonyms', async () => {
    const [edited] = await eventsOf('ProductEdited')
    await at.signIn(`${PAGE}?asOf=${edited! - 1}`, noor)
    const show = (name: string) => at.page.getByRole('button', { name, exact: true }).click()
    await show('Prices')
    await at.note('$40.00 from')
    expect(await at.page.getByText('$35.00 from').count()).toBe(0)
    await show('Orders')
    await at.note(/Cancelled · 1 piece .* by p_/)
    await show('Carts')
    await at.note('There were no entries at this moment.')
    await show('Stock')
    await at.note('8 left')
  })

  test('leads an admin from a customer to the events of the account and the cart', async () => {
    const bea = await customerAt(at.url)
    const product = await listProduct(at.admin, { countInStock: 3 })
    expect((await bea.post('/api/cart', lineOf(product))).status).toBe(200)
    await untilCopied(noor, { ItemAddedToCart: 1 })
    await at.signIn(`/admin/users/${bea.id}`)
    await at.page.getByRole('button', { name: 'Account and cart over time' }).click()
    await at.page.waitForURL(/\/analysis\/streams\?stream=account-p_/)
    await at.page
      .getByRole('link', { name: /^cart-p_/ })
      .first()
      .click()
    await at.note('ItemAddedToCart')
    expect(at.wrong).toEqual([])
  })

  test('can be used on any device and with assistive technology', async () => {
    const { page } = at
    await at.signIn(`${PAGE}?figure=netRevenue`, noor)
    await at.note('The events add up to this figure')
    await page.locator('summary', { hasText: 'price change' }).click()
    await page.locator('summary', { hasText: 'Show as table' }).click()
    const looked = async (name: string) => {
      expect(await looksWrong(page)).toEqual([])
      expect(await markupErrorsIn(page)).toEqual([])
      await picture(page, `time-${name}`)
    }
    await looked('dashboard')
    await page.getByRole('button', { name: 'Orders', exact: true }).click()
    await at.note(/by p_/)
    await looked('orders')
  })

  test('keeps a typed moment when new events arrive', async () => {
    await at.signIn(PAGE, noor)
    const field = at.page.getByLabel('Moment (UTC)')
    await field.fill('2020-01-01T12:00:00')
    const before = await lastEvent()
    await customerAt(at.url)
    const shown = async () =>
      Number((await at.page.getByText(/, the newest. Times in UTC/).textContent())?.replace(/\D/g, ''))
    await expect.poll(shown).toBeGreaterThan(before)
    await field.press('Enter')
    await expect.poll(asOf).toBe('2020-01-01T12:00:00')
  })

  test('reports a failure, and retries', async () => {
    const { page } = at
    await page.route('**/api/analysis/dashboard*', (route) => route.fulfill({ status: 500, json: {} }))
    await at.signIn(PAGE, noor)
    await at.note('Error: The earlier state could not be fetched')
    expect(await violationsIn(page)).toEqual([])
    await page.unroute('**/api/analysis/dashboard*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await explain('Revenue, Since the shop opened').waitFor()
  })
})
