import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { picture, windowPicture } from '../support/page-visits.ts'
import { buy, type Customer, customerAt, listProduct } from '../support/people.ts'
import { looksWrong } from './looks.ts'
import { keptOfAdmin, openAt, shopInBrowser } from './shop-in-browser.ts'

describe.runIf(hasBrowser && process.env.SHOP_URL === undefined)(
  'an admin’s refunds, cancellations and deletions of an order, in a browser',
  () => {
    const there = shopInBrowser({ DEMO: 'off', RATE_LIMITS: 'off' })
    let ada: Customer
    beforeAll(async () => {
      ada = await customerAt(there.url)
    })

    const open = (path: string) => openAt(there, keptOfAdmin(there), path)
    const orderOf = async (id: string) => (await there.admin.get(`/api/orders/${id}`)).body
    const left = async (id: string) => (await there.admin.get(`/api/products/${id}`)).body.countInStock as number

    /** An order of this many shirts at $33.33. Ten pieces of the product are in stock. */
    async function bought(quantity: number) {
      const product = await listProduct(there.admin, { price: 33.33, countInStock: 10 })
      const order = await buy(ada, product, quantity)
      return { id: order._id, productId: product._id as string, path: `/admin/orders/${order._id}` }
    }

    test('a refund shows its sum while pieces are chosen, puts unsent pieces back into stock, and can be partial', async () => {
      const { id, productId, path } = await bought(3)
      const page = await open(path)
      await page.getByRole('button', { name: 'Refund…' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('Leave both empty to refund all $99.99.').waitFor()
      await dialog.getByRole('button', { name: 'Refund $99.99' }).waitFor()
      await dialog.getByRole('combobox').first().selectOption('1')
      await dialog.getByRole('button', { name: 'Refund $33.33' }).waitFor()
      await dialog.getByText('Leave empty to refund $33.33, the price paid for these pieces').waitFor()
      await dialog.getByLabel('Amount in dollars').fill('5')
      await dialog.getByRole('button', { name: 'Refund $5.00' }).waitFor()
      await dialog.getByLabel('Amount in dollars').fill('')
      expect(await dialog.getByLabel(/^Back into stock: Test Shirt/).isChecked()).toBe(true)
      await dialog.getByLabel('Reason').selectOption('Quality')
      await dialog.getByLabel('Details').fill('A hole in it')
      expect(await looksWrong(page)).toEqual([])
      await windowPicture(page, 'admin-refund-sum')
      await dialog.getByRole('button', { name: 'Refund $33.33' }).click()
      await page.getByText('The money was refunded.').waitFor()
      await page.getByText('Partly refunded', { exact: true }).waitFor()
      await expect.poll(() => left(productId)).toBe(8)
      expect(await orderOf(id)).toMatchObject({ refundedTotal: 33.33, leftToShip: 2 })
    })

    test('a typed amount that is all that is left keeps the choice about stock, and says that nothing is shipped', async () => {
      const { id, productId, path } = await bought(2)
      await there.admin.post(`/api${path}/refunds`, { amount: 6.66, reason: 'Late' })
      const page = await open(path)
      await page.getByRole('button', { name: 'Refund…' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(/^Back into stock: Test Shirt/).uncheck()
      await dialog.getByLabel('Amount in dollars').fill('60')
      expect(await dialog.getByLabel(/^Back into stock: Test Shirt/).isChecked()).toBe(false)
      await dialog.getByRole('combobox').first().selectOption('1')
      await dialog.getByText('This is all that is left, so nothing more will be shipped.').waitFor()
      await dialog.getByLabel('Reason').selectOption('Quality')
      await dialog.getByLabel('Details').fill('A hole in it')
      await dialog.getByRole('button', { name: 'Refund $60.00' }).click()
      await page.getByText('The money was refunded.').waitFor()
      expect(await orderOf(id)).toMatchObject({
        leftToShip: 0,
        refunds: [{}, { lines: [{ quantity: 2, restock: false }] }],
      })
      expect(await left(productId)).toBe(8)
    })

    test('refunded pieces that were already sent go back into stock only if the admin chooses so', async () => {
      const { productId, path, id } = await bought(2)
      await there.admin.put(`/api${path}`, { status: 'Shipped' })
      const page = await open(path)
      await page.getByRole('button', { name: 'Refund…' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('combobox').first().selectOption('1')
      expect(await dialog.getByLabel(/^Back into stock: Test Shirt/).isChecked()).toBe(false)
      await dialog.getByLabel('Reason').selectOption('Quality')
      await dialog.getByLabel('Details').fill('A hole in it')
      await dialog.getByRole('button', { name: 'Refund $33.33' }).click()
      await page.getByText('The money was refunded.').waitFor()
      expect(await left(productId)).toBe(8)
      expect(await orderOf(id)).toMatchObject({ refunds: [{ lines: [{ quantity: 1, restock: false }] }] })
    })

    test('if more was paid for the chosen pieces than can still be refunded, an amount is required, and too large an amount is refused', async () => {
      const { id, path } = await bought(2)
      await there.admin.post(`/api${path}/refunds`, { amount: 50, reason: 'Late' })
      const page = await open(path)
      await page.getByRole('button', { name: 'Refund…' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('combobox').first().selectOption('2')
      await dialog.getByText('$66.66 was paid for these pieces, but only $16.66 can still be refunded.').waitFor()
      await dialog.getByLabel('Reason').selectOption('Quality')
      await dialog.getByLabel('Details').fill('A hole in it')
      await dialog.getByRole('button', { name: 'Refund $66.66' }).click()
      // The browser itself requires an amount. Without that rule the request reaches the shop, and the shop refuses it.
      expect(await dialog.getByLabel('Amount in dollars').evaluate((field) => field.matches(':invalid'))).toBe(true)
      await dialog.getByLabel('Amount in dollars').evaluate((field) => field.removeAttribute('required'))
      await dialog.getByRole('button', { name: 'Refund $66.66' }).click()
      await dialog.getByText('Only $16.66 is left to refund').waitFor()
      expect(await looksWrong(page)).toEqual([])
      await windowPicture(page, 'admin-refund-refused')
      expect((await orderOf(id)).refundedTotal).toBe(50)
    })

    test('one dialog cancels an order, refunds it, puts its pieces back and writes to its customer', async () => {
      const { id, productId, path } = await bought(2)
      const page = await open(path)
      await page.getByLabel('Status', { exact: true }).selectOption('Cancelled')
      await page.getByRole('button', { name: 'Change…' }).click()
      const dialog = page.getByRole('dialog', { name: 'Cancel order' })
      await dialog.getByText('Put 2 pieces back into stock').waitFor()
      await dialog.getByLabel('Refund a part').check()
      await dialog.getByLabel('Amount in dollars').fill('60')
      await dialog.getByRole('button', { name: 'Cancel and refund $60.00' }).waitFor()
      expect(await looksWrong(page)).toEqual([])
      await windowPicture(page, 'admin-cancel-part')
      await dialog.getByLabel('Refund all $66.66').check()
      await dialog.getByLabel('Message to Ada Weaver (optional)').fill('The cloth has run out.')
      await dialog.getByLabel('Reason (optional)').selectOption('Other')
      await dialog.getByLabel('Details', { exact: true }).fill('No cloth')
      expect(await looksWrong(page)).toEqual([])
      await windowPicture(page, 'admin-cancel')
      await dialog.getByRole('button', { name: 'Cancel and refund $66.66' }).click()
      await dialog.waitFor({ state: 'detached' })
      await page.getByText('Refunded', { exact: true }).first().waitFor()
      expect(await orderOf(id)).toMatchObject({
        ...{ status: 'Cancelled', refundedTotal: 66.66, refundState: 'full' },
        ...{ cancelReason: 'other', refunds: [{ chosenReason: 'other', reason: 'No cloth' }] },
      })
      await expect.poll(() => left(productId)).toBe(10)
      const mails = async () => JSON.stringify((await there.admin.get('/api/admin/outbox')).body)
      await expect.poll(mails).toContain('The cloth has run out.')
    })

    test('an order that cannot leave Cancelled shows why, and what to do, at every place where its status can be changed', async () => {
      const { id, path } = await bought(1)
      await there.admin.put(`/api${path}`, { status: 'Cancelled', refund: 'all' })
      const page = await open(`/admin/orders?search=${id}`)
      const dialog = page.getByRole('dialog', { name: 'Mark as Delivered' })
      const why = 'so the order stays cancelled. Place a new order instead'
      const buttons = () => page.getByRole('button', { name: /^Mark as/ }).count()
      await page.getByLabel(/^Status of/).selectOption('Delivered')
      expect(await buttons()).toBe(0)
      await page.getByRole('button', { name: 'Change…' }).click()
      await dialog.getByText(why).waitFor()
      expect(await dialog.getByRole('button').allTextContents()).toEqual(['Keep as it is'])
      expect(await looksWrong(page)).toEqual([])
      await windowPicture(page, 'admin-stays-cancelled')
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await page.getByLabel(/^Status of/).selectOption('Shipped')
      await page.getByRole('button', { name: 'Change…' }).click()
      await page.getByRole('dialog', { name: 'Mark as Shipped' }).getByText(why).waitFor()
      await page.goto(path)
      await page.getByText(why).waitFor()
      expect(await buttons()).toBe(0)
      await picture(page, 'admin-order-stays-cancelled')
      expect((await orderOf(id)).status).toBe('Cancelled')
    })

    test('if an order is cancelled after it was shipped, it waits for its pieces to come back, and an admin receives them', async () => {
      const { id, productId, path } = await bought(2)
      await there.admin.put(`/api${path}`, { status: 'Delivered' })
      const page = await open(path)
      await page.getByLabel('Status', { exact: true }).selectOption('Cancelled')
      await page.getByRole('button', { name: 'Change…' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('Pieces that were sent go back into stock when you have received them.').waitFor()
      expect(await dialog.getByText('back into stock', { exact: false }).count()).toBe(1)
      await windowPicture(page, 'admin-cancel-sent')
      await dialog.getByRole('button', { name: 'Cancel and refund $66.66' }).click()
      await page.getByText('Awaited since the cancellation: 2 pieces').waitFor()
      expect(await left(productId)).toBe(8)
      await page.getByRole('button', { name: 'Receive…' }).click()
      await dialog.getByRole('button', { name: 'Receive', exact: true }).click()
      await page.getByText('The return is received.').waitFor()
      await expect.poll(() => left(productId)).toBe(10)
      expect((await orderOf(id)).refundedTotal).toBe(66.66)
    })

    test('deleting a paid order explains what becomes of its money and pieces; a refused undo gives the reason', async () => {
      const { id, productId, path } = await bought(10)
      const page = await open(path)
      await page.getByRole('button', { name: 'Delete order' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('Ada Weaver has paid $333.30. After the deletion, a refund of $333.30 is due').waitFor()
      await dialog.getByText('10 pieces go back into stock.').waitFor()
      expect(await looksWrong(page)).toEqual([])
      await windowPicture(page, 'admin-delete-paid')
      await dialog.getByRole('button', { name: 'Delete' }).click()
      await page
        .getByText(/deleted\. A refund of \$333\.30 is due. See “Needs attention”\. 10 pieces went back/)
        .waitFor()
      await picture(page, 'admin-deleted-paid')
      await expect.poll(() => left(productId)).toBe(10)
      await buy(ada, (await there.admin.get(`/api/products/${productId}`)).body, 4)
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByRole('alert').filter({ hasText: 'Test Shirt' }).waitFor()
      expect((await there.admin.get(`/api/orders/${id}`)).status).toBe(404)
      await picture(page, 'admin-undo-refused')
      await page.goto('/admin/deleted?kind=order')
      await page.getByRole('button', { name: /^Restore Order/ }).click()
      await page.getByRole('alert').filter({ hasText: 'Test Shirt' }).waitFor()
      await page.goto(path)
      await page.getByRole('button', { name: 'Restore order' }).click()
      await page.getByRole('alert').filter({ hasText: 'Test Shirt' }).waitFor()
    })

    test('an order that was refunded after its deletion is restored at the first press, from the list and from its page', async () => {
      const page = await open('/admin/deleted?kind=order')
      for (const from of ['list', 'page'] as const) {
        const { id, path } = await bought(1)
        await there.admin.delete(`/api${path}`)
        const cases = (await there.admin.get('/api/admin/cases')).body
        const about = cases.find((one: { orderId?: string }) => one.orderId === id)
        await there.admin.post(`/api/admin/cases/${about._id}/refund`, { reason: 'Deleted' })
        await page.goto(from === 'list' ? `/admin/deleted?kind=order&search=${id}` : path)
        await page.getByRole('button', { name: /^Restore [Oo]rder/ }).click()
        await expect.poll(async () => (await orderOf(id)).status, { message: from }).toBe('Cancelled')
      }
    })
  },
)
