import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { eventually, picture, windowPicture } from '../support/page-visits.ts'
import { buy, type Customer, customerAt, listProduct } from '../support/people.ts'
import { looksWrong } from './looks.ts'
import { keptOfAdmin, openAt, shopInBrowser } from './shop-in-browser.ts'

describe.runIf(hasBrowser && process.env.SHOP_URL === undefined)(
  'the pieces of an order that are left to ship, in a browser',
  () => {
    const there = shopInBrowser({ DEMO: 'off', RATE_LIMITS: 'off' })
    let ada: Customer
    let product: Awaited<ReturnType<typeof listProduct>>
    beforeAll(async () => {
      ada = await customerAt(there.url)
      product = await listProduct(there.admin, { countInStock: 100 })
    })

    const open = (path: string) => openAt(there, keptOfAdmin(there), path)
    const refund = (id: string, body: object) =>
      there.admin.post(`/api/admin/orders/${id}/refunds`, { reason: 'Gone', ...body })
    const short = (id: string) => `#${id.slice(0, 8)}`

    test('a packing slip has only the pieces that are left to ship; an order without such pieces has no slip', async () => {
      const { _id: id } = await buy(ada, product, 5)
      await refund(id, { lines: [{ line: 0, quantity: 1 }] })
      const page = await open(`/admin/orders/${id}`)
      await page.getByRole('button', { name: 'Mark as Shipped' }).waitFor()
      await page.emulateMedia({ media: 'print' })
      const slip = page.getByRole('region', { name: 'Packing slip' })
      await slip.getByText('4 pieces').waitFor()
      expect(await slip.getByRole('row').nth(1).getByRole('cell').first().textContent()).toBe('4')
      await page.emulateMedia({ media: 'screen' })
      await refund(id, {})
      await page.reload()
      await page.getByText('Nothing is left to ship, because all pieces were refunded.').waitFor()
      await page.getByText('Nothing to ship', { exact: true }).waitFor()
      await page.getByText('Refunded', { exact: true }).first().waitFor()
      for (const name of ['Mark as Shipped', 'Mark as Delivered', 'Packing slip'])
        expect(await page.getByRole('button', { name }).count(), name).toBe(0)
      expect(await page.getByRole('region', { name: 'Packing slip', includeHidden: true }).count()).toBe(0)
      expect(await looksWrong(page)).toEqual([])
      await picture(page, 'admin-nothing-to-ship')
    })

    test('the orders to ship, their slips and bulk shipping leave out orders with nothing left', async () => {
      const { _id: full } = await buy(ada, product, 2)
      const { _id: empty } = await buy(ada, product, 1)
      await refund(empty, {})
      const page = await open('/admin')
      await page.getByRole('link', { name: '1 order to ship' }).click()
      await page.waitForURL(/toShip=true/)
      await page.getByRole('link', { name: short(full) }).waitFor()
      await eventually(() => page.getByRole('link', { name: short(empty) }).count()).toBe(0)
      await page.getByLabel('Shipping', { exact: true }).selectOption('')
      await page.getByRole('link', { name: short(empty) }).waitFor()
      for (const id of [full, empty]) await page.getByLabel(`Choose order ${short(id)}`).check()
      await page.getByText('2 selected, 1 with nothing left to ship').waitFor()
      await page.evaluate('window.print = () => {}')
      await page.getByRole('button', { name: 'Print packing slip' }).click()
      await expect.poll(() => page.getByRole('region', { name: 'Packing slip', includeHidden: true }).count()).toBe(1)
      await page.getByLabel('Status of the selected orders').selectOption('Shipped')
      await page.getByRole('button', { name: 'Change…' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('1 order has nothing left to ship and keeps its status.').waitFor()
      expect(await looksWrong(page)).toEqual([])
      await windowPicture(page, 'admin-bulk-ship')
      await dialog.getByRole('button', { name: 'Mark as Shipped' }).click()
      await page.getByText('1 order is Shipped now.').waitFor()
      await page.getByText(`Not marked as Shipped, because nothing is left to ship: ${short(empty)}.`).waitFor()
      await picture(page, 'admin-bulk-shipped')
      await eventually(async () => (await there.admin.get(`/api/orders/${empty}`)).body.status).toBe('Processing')
      expect((await there.admin.get(`/api/orders/${full}`)).body.status).toBe('Shipped')
    })
  },
)
