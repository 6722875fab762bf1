import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { callerAt } from '../support/caller.ts'
import { DESK, picture } from '../support/page-visits.ts'
import { approve, type Customer, customerAt, listProduct, pay, startCheckout } from '../support/people.ts'
import { keptOf, PHONE } from '../support/shopper-pages.ts'
import { looksWrong } from './looks.ts'
import { keptOfAdmin, openAt, shopInBrowser } from './shop-in-browser.ts'

describe.runIf(hasBrowser && process.env.SHOP_URL === undefined)(
  'a refund that PayPal has only accepted, in a browser',
  () => {
    const there = shopInBrowser({ DEMO: 'off', SIMULATOR_FAULTS: 'on' })
    let ada: Customer
    beforeAll(async () => {
      ada = await customerAt(there.url)
    })

    const simulator = (path: string, body: object) => callerAt(there.url).post(`/simulator/paypal${path}`, body)
    const open = (kept: ReturnType<typeof keptOf>, path: string, viewport = PHONE) =>
      openAt(there, kept, path, viewport)
    const boss = () => keptOfAdmin(there)
    const orderOf = async (id: string) => (await ada.get(`/api/orders/${id}`)).body
    const netRevenue = async () => (await there.admin.get('/api/admin/dashboard')).body.netRevenue as number

    /** An order of two shirts, and the provider's order for it. */
    async function bought() {
      const product = await listProduct(there.admin, { price: 25, countInStock: 9 })
      const { _id: id } = await startCheckout(ada, product, 2)
      const { body: payment } = await ada.post(`/api/checkout/${id}/payment`)
      await approve(ada, payment.id)
      await pay(ada, id, payment.id)
      await ada.post(`/api/checkout/${id}/finalize`)
      return { id, providerOrderId: payment.id as string }
    }

    test('is pending for admin and customer until it is completed', async () => {
      const { id, providerOrderId } = await bought()
      await expect.poll(netRevenue).toBe(50)
      await simulator('/faults', { on: 'refund', fault: 'status:PENDING' })
      const desk = await open(boss(), `/admin/orders/${id}`, DESK)
      await desk.getByRole('button', { name: 'Refund…' }).click()
      const dialog = desk.getByRole('dialog')
      await dialog.getByLabel('Amount in dollars').fill('20')
      await dialog.getByLabel('Reason').selectOption('Quality')
      await dialog.getByLabel('Details').fill('A hole in it')
      await dialog.getByRole('button', { name: 'Refund $20.00' }).click()
      await desk
        .getByRole('status')
        .filter({ hasText: 'PayPal has accepted this refund, but has not completed it yet.' })
        .waitFor()
      await desk.getByText('Refund pending', { exact: true }).waitFor()
      expect(await looksWrong(desk)).toEqual([])
      await picture(desk, 'admin-refund-pending')
      const page = await open(keptOf(ada), `/order/${id}`)
      await page.getByText('PayPal has accepted a refund of $20.00, but has not completed it yet').waitFor()
      expect(await looksWrong(page)).toEqual([])
      await picture(page, 'order-refund-pending')
      expect(await orderOf(id)).toMatchObject({ refundedTotal: 0, refunds: [{ state: 'pending', amount: 20 }] })
      expect(await netRevenue()).toBe(50)
      const more = await there.admin.post(`/api/admin/orders/${id}/refunds`, { amount: 31, reason: 'More' })
      expect(more).toMatchObject({ status: 409, body: { message: 'Only $30.00 is left to refund' } })
      await simulator(`/orders/${providerOrderId}/settle`, { refundStatus: 'COMPLETED', webhook: true })
      await expect.poll(async () => (await orderOf(id)).refundedTotal).toBe(20)
      await expect.poll(netRevenue).toBe(30)
      await page.reload()
      await page.getByText('We refunded $20.00 to your PayPal account').waitFor()
    })

    test('can fail after its order was deleted and restored: the page explains this, and the pieces can be taken from stock again', async () => {
      const { id, providerOrderId } = await bought()
      await simulator('/faults', { on: 'refund', fault: 'status:PENDING' })
      await there.admin.post(`/api/admin/orders/${id}/refunds`, { reason: 'A hole in it' })
      await there.admin.delete(`/api/admin/orders/${id}`)
      await there.admin.post(`/api/admin/orders/${id}/restore`)
      await simulator(`/orders/${providerOrderId}/settle`, { refundStatus: 'FAILED', webhook: true })
      await expect.poll(async () => (await orderOf(id)).refunds[0].state).toBe('refused')
      const desk = await open(boss(), `/admin/orders/${id}`, DESK)
      await desk.getByText('2 pieces of this order cannot be shipped.').waitFor()
      expect(await desk.getByText('all pieces were refunded').count()).toBe(0)
      expect(await looksWrong(desk)).toEqual([])
      await picture(desk, 'admin-order-lacks-pieces')
      expect(await orderOf(id)).toMatchObject({ status: 'Processing', leftToShip: 0 })
      await desk.getByRole('button', { name: 'Take them from stock' }).click()
      await desk.getByRole('button', { name: 'Mark as Shipped' }).waitFor()
      expect(await desk.getByText('cannot be shipped').count()).toBe(0)
      expect(await orderOf(id)).toMatchObject({ status: 'Processing', leftToShip: 2 })
    })

    test('that fails at PayPal opens a case, and can be made again', async () => {
      const { id, providerOrderId } = await bought()
      await simulator('/faults', { on: 'refund', fault: 'status:PENDING' })
      await there.admin.post(`/api/admin/orders/${id}/refunds`, { reason: 'A hole in it' })
      await simulator(`/orders/${providerOrderId}/settle`, { refundStatus: 'FAILED', webhook: true })
      await expect.poll(async () => (await orderOf(id)).refunds[0].state).toBe('refused')
      const page = await open(keptOf(ada), `/order/${id}`)
      await page.getByText('A refund of $50.00 to your PayPal account has failed.').waitFor()
      expect(await looksWrong(page)).toEqual([])
      await picture(page, 'order-refund-failed')
      const desk = await open(boss(), `/admin/orders/${id}`, DESK)
      await desk.getByText('REFUND_FAILED · A hole in it').waitFor()
      await desk.getByRole('button', { name: 'Refund…' }).waitFor()
      expect(await looksWrong(desk)).toEqual([])
      await picture(desk, 'admin-refund-failed')
      const { body: cases } = await there.admin.get('/api/admin/cases')
      const { _id: caseId } = cases.find((one: { orderId?: string }) => one.orderId === id)
      expect(await there.admin.post(`/api/admin/cases/${caseId}/retry`)).toMatchObject({
        status: 200,
        body: { status: 'closed', outcome: 'refunded', code: 'REFUND_FAILED' },
      })
      expect(await orderOf(id)).toMatchObject({ refundedTotal: 50, refunds: [{ state: 'made' }] })
    })
  },
)
