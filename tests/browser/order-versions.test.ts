import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { DESK, eventually, picture, windowPicture } from '../support/page-visits.ts'
import { buy, type Customer, customerAt, listProduct } from '../support/people.ts'
import { keptOf, PHONE } from '../support/shopper-pages.ts'
import { looksWrong } from './looks.ts'
import { keptOfAdmin, openAt, shopInBrowser } from './shop-in-browser.ts'

describe.runIf(hasBrowser && process.env.SHOP_URL === undefined)(
  'an order that two people change at the same time, in a browser',
  () => {
    const there = shopInBrowser({ DEMO: 'off', RATE_LIMITS: 'off' })
    let ada: Customer
    let product: Awaited<ReturnType<typeof listProduct>>
    beforeAll(async () => {
      ada = await customerAt(there.url)
      product = await listProduct(there.admin, { countInStock: 100 })
    })

    const open = (kept: ReturnType<typeof keptOf>, path: string, viewport = DESK) => openAt(there, kept, path, viewport)
    const boss = () => keptOfAdmin(there)
    const orderOf = async (id: string) => (await there.admin.get(`/api/orders/${id}`)).body
    const cancelled = (id: string) => ada.post(`/api/orders/${id}/cancel`)

    test('a packer whose dialog is open when the customer cancels ships nothing, and sees what has changed', async () => {
      const { _id } = await buy(ada, product, 2)
      const page = await open(boss(), `/admin/orders/${_id}`)
      await page.getByRole('button', { name: 'Mark as Shipped' }).click()
      const dialog = page.getByRole('dialog', { name: 'Mark as Shipped' })
      await dialog.getByLabel('Tracking number').fill('RM1')
      expect((await cancelled(_id)).status).toBe(200)
      await dialog.getByRole('button', { name: 'Mark as Shipped' }).click()
      const note = dialog.getByText('This order has changed since you opened it, so nothing was done.')
      await note.waitFor()
      await dialog.getByText('Status: Cancelled, was Processing').waitFor()
      await dialog.getByText('Refunded: $50.00').waitFor()
      // The focus is on the message, so screen readers read it. The money was refunded, so the dialog offers no new status.
      await eventually(() => page.evaluate('document.activeElement?.textContent')).toContain('nothing was done')
      await dialog.getByText('so the order stays cancelled').waitFor()
      expect(await dialog.getByRole('button').allTextContents()).toEqual(['Keep as it is'])
      expect(await looksWrong(page)).toEqual([])
      await windowPicture(page, 'order-changed')
      expect(await orderOf(_id)).toMatchObject({ status: 'Cancelled', refundedTotal: 50 })
      await dialog.getByRole('button', { name: 'Keep as it is' }).click()
      await expect.poll(() => page.getByLabel('Status', { exact: true }).inputValue()).toBe('Cancelled')
    })

    test('after a change that still allows shipping, the admin can confirm again for the new version of the order', async () => {
      const { _id } = await buy(ada, product)
      const page = await open(boss(), `/admin/orders/${_id}`)
      await page.getByRole('button', { name: 'Mark as Shipped' }).click()
      const dialog = page.getByRole('dialog', { name: 'Mark as Shipped' })
      await dialog.getByLabel('Tracking number').fill('RM1')
      const { shippingAddress } = await orderOf(_id)
      await ada.put(`/api/orders/${_id}/address`, { ...shippingAddress, city: 'Liège' })
      const confirm = () => dialog.getByRole('button', { name: 'Mark as Shipped' }).click()
      await confirm()
      await dialog.getByText(/^Address: .*Liège.*, was .*Ghent/).waitFor()
      expect((await orderOf(_id)).status).toBe('Processing')
      // The typed tracking number is still in its field, so the admin only confirms again.
      await confirm()
      await dialog.waitFor({ state: 'detached' })
      expect(await orderOf(_id)).toMatchObject({ status: 'Shipped', trackingNumber: 'RM1' })
    })

    test('orders that were changed meanwhile are named and stay selected; the other selected orders are changed', async () => {
      const { _id: kept } = await buy(ada, product)
      const { _id: lost } = await buy(ada, product)
      const page = await open(boss(), '/admin/orders')
      for (const id of [kept, lost]) await page.getByLabel(`Choose order #${id.slice(0, 8)}`).check()
      await page.getByLabel('Status of the selected orders').selectOption('Shipped')
      await page.getByRole('button', { name: 'Change…' }).click()
      const dialog = page.getByRole('dialog', { name: 'Mark 2 orders as Shipped' })
      await cancelled(lost)
      const sent: string[] = []
      page.on('request', (request) => request.method() === 'GET' || sent.push(new URL(request.url()).pathname))
      await dialog.getByRole('button', { name: 'Mark as Shipped' }).click()
      await page.getByText('1 order is Shipped now.').waitFor()
      expect(sent).toEqual(['/api/admin/orders/bulk'])
      await page.getByText(/^Order #\S+ Not updated.*Status: Cancelled, was Processing/).waitFor()
      expect(await page.getByLabel(`Choose order #${lost.slice(0, 8)}`).isChecked()).toBe(true)
      expect(await page.getByLabel(`Choose order #${kept.slice(0, 8)}`).isChecked()).toBe(false)
      expect(await looksWrong(page)).toEqual([])
      await picture(page, 'chosen-orders-changed')
      expect([(await orderOf(kept)).status, (await orderOf(lost)).status]).toEqual(['Shipped', 'Cancelled'])
    })

    test('after other changes a deletion must be confirmed again, and the changes are shown', async () => {
      const { _id } = await buy(ada, product)
      const page = await open(boss(), `/admin/orders/${_id}`)
      await page.getByRole('button', { name: 'Delete order' }).click()
      const dialog = page.getByRole('dialog', { name: 'Are you sure you want to delete this order?' })
      await there.admin.put(`/api/admin/orders/${_id}`, { status: 'Shipped', trackingNumber: 'RM2' })
      await dialog.getByRole('button', { name: 'Delete' }).click()
      await dialog.getByText('Not deleted yet: this order has changed since you opened it.').waitFor()
      await dialog.getByText('Status: Shipped, was Processing; Tracking number: RM2').waitFor()
      expect(await looksWrong(page)).toEqual([])
      await windowPicture(page, 'delete-changed-order')
      expect((await orderOf(_id)).status).toBe('Shipped')
      await dialog.getByRole('button', { name: 'Delete' }).click()
      await page.getByText(/^Order #\S+ deleted\./).waitFor()
    })

    test('a customer who cancels an order that was shipped a moment ago sees that it was shipped, and what to do now', async () => {
      const { _id } = await buy(ada, product)
      const page = await open(keptOf(ada), `/order/${_id}`, PHONE)
      await page.getByRole('button', { name: 'Cancel order' }).click()
      await page.getByRole('heading', { name: 'Cancel this order?' }).waitFor()
      await there.admin.put(`/api/admin/orders/${_id}`, { status: 'Shipped' })
      await page.getByRole('button', { name: 'Cancel order' }).click()
      await page.getByText('This order has changed since you opened it, so nothing was done.').waitFor()
      await page.getByText('Status: Shipped, was Processing').waitFor()
      await page.getByRole('button', { name: 'Return pieces' }).waitFor()
      expect(await looksWrong(page)).toEqual([])
      await picture(page, 'own-order-changed')
      expect((await orderOf(_id)).refundedTotal).toBe(0)
    })
  },
)
