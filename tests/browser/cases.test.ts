import { describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { callerAt } from '../support/caller.ts'
import { picture } from '../support/page-visits.ts'
import { approve, customerAt, listProduct, pay, startCheckout } from '../support/people.ts'
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
