import { describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { eventually, go, picture, WIDTHS } from '../support/page-visits.ts'
import { buy, customerAt, listProduct } from '../support/people.ts'
import { keptOf } from '../support/shopper-pages.ts'
import { looksWrong } from './looks.ts'
import { keptOfAdmin, openAt, shopInBrowser } from './shop-in-browser.ts'

const CLOCK = '\\w+ \\d{1,2}(, \\d{4})?, \\d{1,2}:\\d{2}\\s[AP]M'

describe.runIf(hasBrowser)('the steps of an order', () => {
  const there = shopInBrowser({ DEMO: 'off' })

  async function bought() {
    const customer = await customerAt(there.url)
    const order = await buy(customer, await listProduct(there.admin, { name: 'Loom Shirt', price: 25 }), 2)
    const path = `/api/admin/orders/${order._id}`
    const set = (status: string) => there.admin.put(path, { status })
    return { customer, order, path, set }
  }

  test.each(WIDTHS)(
    'show when it was shipped, delivered and refunded, on the page and the receipt, $width wide',
    async (size) => {
      const { customer, order, path, set } = await bought()
      await set('Shipped')
      await set('Delivered')
      await there.admin.post(`${path}/refunds`, { lines: [{ line: 0, quantity: 1 }], reason: 'A hole' })
      await eventually(async () => (await customer.get(`/api/orders/${order._id}`)).body.refundState).toBe('partial')
      const page = await there.shopping.open(keptOf(customer))
      await page.setViewportSize(size)
      await go(page, `/order/${order._id}`)
      const story = page.getByRole('region', { name: 'Your order step by step' }).getByRole('listitem')
      for (const step of ['Shipped', 'Delivered', 'Refunded'])
        await story.filter({ hasText: new RegExp(`^${step}${CLOCK}`) }).waitFor()
      expect(await looksWrong(page)).toEqual([])
      await picture(page, 'order-moments')
      await page.emulateMedia({ media: 'print' })
      for (const what of ['Shipped', 'Delivered'])
        await page
          .getByText(new RegExp(`^${what} on ${CLOCK}\\.$`))
          .filter({ visible: true })
          .first()
          .waitFor()

      const admin = await openAt(there, keptOfAdmin(there), `/admin/orders/${order._id}`, size)
      await admin.emulateMedia({ media: 'print' })
      const receipt = admin.getByRole('region', { name: 'Receipt' })
      for (const what of ['Shipped', 'Delivered'])
        await receipt.getByText(new RegExp(`^${what} on ${CLOCK}\\.$`)).waitFor()
    },
  )

  test.each(WIDTHS)('end with the time when it was cancelled, $width wide', async (size) => {
    const { customer, order, set } = await bought()
    await set('Cancelled')
    const page = await there.shopping.open(keptOf(customer))
    await page.setViewportSize(size)
    await go(page, `/order/${order._id}`)
    const story = page.getByRole('region', { name: 'Your order step by step' }).getByRole('listitem')
    await story.filter({ hasText: new RegExp(`^Cancelled${CLOCK}`) }).waitFor()
    expect(await looksWrong(page)).toEqual([])
    await picture(page, 'order-cancelled-when')
  })
})
