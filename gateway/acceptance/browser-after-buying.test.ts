import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violationsIn } from './axe.ts'
import { hasBrowser, launch, leave, shoot } from './browser.ts'
import type { ShopCaller } from './caller.ts'
import { adminAt, buy, type Customer, customerAt, listProduct } from './people.ts'
import { ADMIN, startShop } from './shop.ts'
import { keptOf, openPage, PHONE } from './shopper-pages.ts'

const WIDE = { width: 1440, height: 900 }

describe.runIf(hasBrowser)('after buying, in a browser', () => {
  let shop: Awaited<ReturnType<typeof startShop>>
  let browser: Browser
  let admin: ShopCaller
  let ada: Customer

  beforeAll(async () => {
    shop = await startShop({ DEMO: 'off' }, { web: true })
    browser = await launch()
    admin = await adminAt(shop.url)
    ada = await customerAt(shop.url)
  })
  afterAll(async () => {
    await leave(browser)
    await shop?.close()
  })

  const open = async (kept: ReturnType<typeof keptOf>, path: string, viewport: typeof PHONE) => {
    const { page } = await openPage(browser, shop.url, kept, { viewport })
    await page.goto(path)
    return page
  }
  const boss = () => ({
    token: admin.token ?? '',
    userInfo: JSON.stringify({ _id: 'root', name: 'Root', email: ADMIN.email, role: 'admin' }),
  })
  const bought = async (quantity: number) => {
    const product = await listProduct(admin, { price: 25, countInStock: 9 })
    return (await buy(ada, product, quantity))._id
  }
  const noSideways = async (page: Awaited<ReturnType<typeof open>>) =>
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  /** What was done is said where the focus is: the button that had it may be gone. */
  const seeDone = async (page: Awaited<ReturnType<typeof open>>, words: string) => {
    await page.getByRole('status').filter({ hasText: words }).waitFor()
    await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toBe(words)
  }

  test.each([PHONE, WIDE])('a customer cancels an order and is told where the money goes, at $width', async (size) => {
    const page = await open(keptOf(ada), `/order/${await bought(2)}`, size)
    await page.getByRole('button', { name: 'Cancel order' }).click()
    await page.getByText('$50.00 goes back to your PayPal account').waitFor()
    await page.getByRole('button', { name: 'Keep order' }).click()
    expect(await page.evaluate('document.activeElement?.textContent')).toBe('Cancel order')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Cancel order' }).click()
    await seeDone(page, 'Your order is cancelled.')
    await page.getByText('$50.00 went back to your PayPal account').waitFor()
    await page.getByText('Refunded: $50.00').waitFor()
    expect(await page.getByRole('button', { name: 'Cancel order' }).count()).toBe(0)
    expect(await violationsIn(page)).toEqual([])
    await noSideways(page)
    await shoot(page, `order-cancelled-${size.width}`)
    await page.goto('/my-orders')
    await page.getByText('$50.00 refunded').first().waitFor()
    await page.close()
  })

  test.each([PHONE, WIDE])(
    'an admin ships an order with a tracking number, once it is confirmed, at $width',
    async (size) => {
      const id = await bought(1)
      const desk = await open(boss(), `/admin/orders/${id}`, size)
      const status = desk.getByLabel('Status', { exact: true })
      await status.press('ArrowDown')
      await status.press('ArrowDown')
      expect(await status.inputValue()).toBe('Delivered')
      await status.press('ArrowUp')
      expect((await admin.get(`/api/orders/${id}`)).body.status).toBe('Processing')
      await desk.getByRole('button', { name: 'Change…' }).click()
      const dialog = desk.getByRole('dialog', { name: 'Change to Shipped' })
      await dialog.getByLabel('Tracking number').fill('RM 4711')
      await dialog.getByLabel('Reason').fill('Picked up early')
      expect(await violationsIn(desk)).toEqual([])
      await shoot(desk, `admin-ship-${size.width}`)
      await dialog.getByRole('button', { name: 'Change status' }).click()
      await desk.getByText('Picked up early').waitFor()
      await desk.getByRole('definition').filter({ hasText: 'RM 4711' }).waitFor()
      expect(await desk.evaluate('document.activeElement?.value')).toBe('Shipped')
      expect((await admin.get(`/api/orders/${id}`)).body).toMatchObject({
        status: 'Shipped',
        trackingNumber: 'RM 4711',
      })
      expect(await violationsIn(desk)).toEqual([])
      await noSideways(desk)
      await shoot(desk, `admin-shipped-${size.width}`)
      const page = await open(keptOf(ada), `/order/${id}`, size)
      await page.getByText('Tracking number: RM 4711').waitFor()
      await Promise.all([page.close(), desk.close()])
    },
  )

  test.each([PHONE, WIDE])('a customer returns a piece, and an admin receives it, at $width', async (size) => {
    const id = await bought(2)
    await admin.put(`/api/admin/orders/${id}`, { status: 'Delivered', trackingNumber: 'RM123' })
    const page = await open(keptOf(ada), `/order/${id}`, size)
    await page.getByText('Tracking number: RM123').waitFor()
    await page.getByRole('button', { name: 'Return pieces' }).click()
    await page.getByRole('button', { name: 'Ask for the return' }).click()
    await page.getByLabel('Reason').fill('Too small')
    await page.getByRole('button', { name: 'Ask for the return' }).click()
    await page.getByText('Choose at least one piece.').waitFor()
    await page.getByRole('combobox').first().selectOption('1')
    expect(await violationsIn(page)).toEqual([])
    await page.getByRole('button', { name: 'Ask for the return' }).click()
    await seeDone(page, 'Your return is asked for.')
    await page.getByText('Return of 1 piece, asked for on').waitFor()
    await shoot(page, `order-return-${size.width}`)

    const desk = await open(boss(), '/admin/orders?returnDue=true', size)
    await desk.getByText('Return awaited').last().waitFor()
    await desk.goto(`/admin/orders/${id}`)
    await desk.getByRole('button', { name: 'Receive…' }).click()
    const dialog = desk.getByRole('dialog')
    await dialog.getByText('Pieces that came back').waitFor()
    expect(await violationsIn(desk)).toEqual([])
    await shoot(desk, `admin-receive-${size.width}`)
    await dialog.getByRole('button', { name: 'Receive' }).click()
    await seeDone(desk, 'The return is received.')
    await desk.getByText('1 piece received').waitFor()
    await desk.getByText('$25.00 for 1 piece').waitFor()
    await noSideways(desk)
    await page.reload()
    await page.getByText('1 piece came back on').waitFor()
    await page.getByText('$25.00 went back to your PayPal account').waitFor()
    await Promise.all([page.close(), desk.close()])
  })

  test.each([PHONE, WIDE])(
    'an admin refunds a piece, and closes a refund case with a reason, at $width',
    async (size) => {
      const id = await bought(3)
      const desk = await open(boss(), `/admin/orders/${id}`, size)
      await desk.getByRole('button', { name: 'Refund…' }).click()
      const dialog = desk.getByRole('dialog')
      await dialog.getByRole('combobox').first().selectOption('1')
      await dialog.getByLabel('Reason').fill('A hole in it')
      expect(await violationsIn(desk)).toEqual([])
      await shoot(desk, `admin-refund-${size.width}`)
      await dialog.getByRole('button', { name: 'Refund', exact: true }).click()
      await seeDone(desk, 'The refund is on its way.')
      await desk.getByText('$25.00 for 1 piece').waitFor()
      await desk.getByText('A hole in it').first().waitFor()
      expect((await admin.get(`/api/orders/${id}`)).body).toMatchObject({ refundedTotal: 25, isPaid: true })
      await admin.put(`/api/admin/orders/${id}`, { status: 'Cancelled' })
      await desk.reload()
      await desk.getByRole('button', { name: 'Close without a refund…' }).click()
      await dialog.getByLabel('Reason').fill('Paid back in cash')
      await dialog.getByRole('button', { name: 'Close the case' }).click()
      await seeDone(desk, 'The refund case is closed.')
      await desk.getByRole('button', { name: 'Close without a refund…' }).waitFor({ state: 'detached' })
      expect(await violationsIn(desk)).toEqual([])
      await noSideways(desk)
      await shoot(desk, `admin-order-refunded-${size.width}`)
      await desk.close()
    },
  )
})
