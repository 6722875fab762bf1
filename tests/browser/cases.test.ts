import { describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { callerAt } from '../support/caller.ts'
import { picture } from '../support/page-visits.ts'
import { approve, approvedPayment, customerAt, listProduct, pay, startCheckout } from '../support/people.ts'
import { adminPages } from './admin-pages.ts'
import { looksWrong } from './looks.ts'

describe.runIf(hasBrowser && process.env.SHOP_URL === undefined)('money that needs attention, in a browser', () => {
  const at = adminPages({ SIMULATOR_FAULTS: 'on' })

  /** Makes a payment with this problem, by a new customer with this name. */
  async function paid(name: string, fault: string) {
    const customer = await customerAt(at.url, name)
    const { _id } = await startCheckout(customer, await listProduct(at.admin, { price: 25 }))
    const { body: order } = await customer.post(`/api/checkout/${_id}/payment`)
    await approve(customer, order.id)
    await callerAt(at.url).post('/simulator/paypal/faults', { orderId: order.id, fault })
    expect((await pay(customer, _id, order.id)).status).not.toBe(200)
    return _id as string
  }

  const seeWell = async (name: string) => {
    expect(await looksWrong(at.page)).toEqual([])
    await picture(at.page, name)
  }

  test('an admin finds a case by its customer, and closes it with a reason', async () => {
    const name = 'Vera Case'
    await paid('Somebody Else', 'wrong-currency')
    await paid(name, 'wrong-currency')
    await expect.poll(async () => (await at.admin.get('/api/admin/cases?search=Vera')).body.length).toBe(1)
    await at.signIn('/admin/cases')
    await at.row('Somebody Else').first().waitFor()
    await at.page.getByLabel('Search user, order or payment').fill(name)
    await at.row('Somebody Else').first().waitFor({ state: 'detached' })
    await seeWell('admin-cases-found')
    await at.row(name).getByRole('link').click()
    const steps: (string | null)[] = []
    at.page.on('request', (request) => request.method() === 'POST' && steps.push(request.postData()))
    await at.page.getByLabel('Reason').fill('Paid back by hand')
    // The case can also be refunded, so the Enter key may not choose.
    expect(await at.page.getByRole('button', { name: 'Refund' }).count()).toBe(1)
    await at.page.keyboard.press('Enter')
    await at.page.getByRole('button', { name: 'Close case' }).click()
    await expect.poll(at.focused).toBe('Closed. Nothing is left to do.')
    expect(steps.filter((step) => step?.includes('Paid back by hand'))).toHaveLength(1)
    await seeWell('admin-case-closed')
    expect(at.wrong).toEqual([])
  })

  test('the page of an order shows its open dispute, what became of its pieces, and takes a tracking number late', async () => {
    const customer = await customerAt(at.url, 'Dora Dispute')
    const { _id } = await startCheckout(customer, await listProduct(at.admin, { price: 25 }), 2)
    const orderId = await approvedPayment(customer, _id)
    await pay(customer, _id, orderId)
    await customer.post(`/api/checkout/${_id}/finalize`)
    await at.admin.post(`/api/admin/orders/${_id}/refunds`, { reason: 'A hole', lines: [{ line: 0, quantity: 1 }] })
    await callerAt(at.url).post('/simulator/paypal/webhooks', { orderId, event: 'CUSTOMER.DISPUTE.CREATED' })
    await expect.poll(async () => (await at.admin.get(`/api/admin/cases?search=${_id}`)).body.length).toBe(1)
    await at.signIn(`/admin/orders/${_id}`)
    await at.note('Open case: Dispute. The buyer says that nothing arrived.')
    await at.note('1 to pack · 1 refunded')
    await seeWell('admin-order-disputed')
    await at.page.getByRole('button', { name: 'Refund…' }).click()
    await at.page.getByRole('dialog').getByRole('link', { name: 'Dispute', exact: true }).waitFor()
    await at.cancel()

    const { body: order } = await at.admin.put(`/api/admin/orders/${_id}`, { status: 'Shipped' })
    expect(order.trackingNumber).toBeUndefined()
    await at.page.reload()
    await at.page.getByRole('button', { name: 'Tracking number…' }).click()
    await at.page.getByRole('textbox', { name: 'Tracking number' }).fill('RM 4711')
    await at.page.getByRole('button', { name: 'Save tracking number' }).click()
    await at.note('RM 4711')
    expect((await at.admin.get(`/api/orders/${_id}`)).body).toMatchObject({
      status: 'Shipped',
      trackingNumber: 'RM 4711',
    })

    await at.page.getByRole('link', { name: 'Dispute', exact: true }).click()
    await at.page.getByRole('heading', { name: 'Dispute', level: 1 }).waitFor()
    await at.note('MERCHANDISE_OR_SERVICE_NOT_RECEIVED')
    await seeWell('admin-case-dispute')
    expect(at.wrong).toEqual([])
  })

  test.each([
    {
      ...{ says: 'has taken the money of a lost dispute', name: 'Lena Lost', title: 'Lost dispute' },
      ...{ is: { kind: 'dispute-lost' }, button: 'Money taken', otherwise: 'Money not taken', field: 'moneyTaken' },
      refusal: 'Only the case of a lost dispute has money to record',
    },
    {
      ...{ says: 'has given the money of a reversal back', name: 'Rita Reversal', title: 'Refunded at PayPal' },
      is: { kind: 'refund-at-provider', code: 'DISPUTE_WON' },
      ...{ button: 'Money is back', otherwise: 'Close case', field: 'moneyBack' },
      refusal: 'Only the case of a reversal has money that can be back',
    },
  ])(
    'an admin says with a reason that PayPal $says',
    async ({ name, title, is, button, otherwise, field, refusal }) => {
      await paid(name, 'wrong-currency')
      const ofName = `/api/admin/cases?search=${name.split(' ')[0]}`
      await expect.poll(async () => (await at.admin.get(ofName)).body.length).toBe(1)
      const { _id } = (await at.admin.get(ofName)).body[0]
      await at.page.route(`**/api/admin/cases/${_id}`, async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, json: { ...(await response.json()), ...is, acts: [] } })
      })
      await at.signIn(`/admin/cases/${_id}`)
      await at.note(title)
      await at.page.getByLabel('Reason').fill('The statement shows it')
      await at.page.getByRole('button', { name: otherwise }).waitFor()
      await seeWell(`admin-case-${is.kind}`)
      const asked = at.page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/close'))
      await at.page.getByRole('button', { name: button }).click()
      expect((await asked).postDataJSON()).toEqual({ reason: 'The statement shows it', [field]: true })
      await at.note(refusal)
    },
  )

  test('an admin opens a payment under review from the orders', async () => {
    const name = 'Petra Review'
    await paid(name, 'pending')
    await at.signIn(`/admin/orders?pending=true&search=${encodeURIComponent(name)}`)
    await at.row(name).getByText('Under review').waitFor()
    await at.row(name).getByText('PayPal is reviewing the payment').waitFor()
    await at.row(name).getByRole('link').first().click()
    await at.note('The provider checks the payment')
    await at.note(name)
    await at.note('Under review')
    await at.note('PayPal usually decides within 24 hours')
    expect(await at.page.getByLabel('Status', { exact: true }).count()).toBe(0)
    await seeWell('admin-under-review')
    await at.page.goto(`/admin/orders?pending=true&status=Shipped`)
    await at.note('Nothing matches these filters')
    expect(at.wrong).toEqual([])
  })
})
