import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { sendPatiently } from '../support/busy-writes.ts'
import { buy, customerAt, listProduct, PASSWORD } from '../support/people.ts'
import { needed, tried } from '../support/tried.ts'
import { adminPages } from './admin-pages.ts'

const AS_OF = /^As of event [\d,]+, the newest$/

/** The results of these tests may depend on several processes, so they also run on a distributed shop. */
describe.runIf(hasBrowser)('an admin in a browser', () => {
  const at = adminPages()

  test('sees the dashboard and logs out', async () => {
    const product = await listProduct(at.admin, { price: 30, countInStock: 5 })
    await buy(await customerAt(at.url, 'Ines Moreau'), product)
    await at.signIn('/profile')
    await at.page.getByRole('link', { name: 'Admin', exact: true }).click()
    await at.page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor()
    await at.note('Ines Moreau')
    const figure = (name: string) => at.page.getByText(name, { exact: true }).locator('+ dd').textContent()
    const shown = () => Promise.all(['Revenue', 'Total Orders', 'Total Products'].map(figure))
    const summed = async () => {
      const orders: { totalPrice: number }[] = await needed(() => at.admin.get('/api/admin/orders'))
      const products: unknown[] = await needed(() => at.admin.get('/api/admin/products'))
      const revenue = orders.reduce((sum, { totalPrice }) => sum + totalPrice, 0)
      return [
        revenue.toLocaleString('en-US', { style: 'currency', currency: 'USD' }),
        orders.length.toLocaleString('en-US'),
        products.length.toLocaleString('en-US'),
      ]
    }
    // If other tests use the same shop, an order of theirs can still arrive. So the figures are compared until they agree.
    await expect
      .poll(async () => [await shown(), await summed()])
      .toSatisfy(([one, other]) => isDeepStrictEqual(one, other))
    await at.page.getByText('Show as table').click()
    await at.page.getByRole('cell', { name: '$30.00' }).first().waitFor()
    await at.page.getByRole('button', { name: 'Logout' }).click()
    await at.page.waitForURL(`${at.url}/`)
    expect(await at.page.evaluate("[localStorage.getItem('token'), localStorage.getItem('userInfo')]")).toEqual([
      null,
      null,
    ])
    expect(at.wrong).toEqual([])
  })

  test('sees on each page up to which event the page shows the shop', async () => {
    await at.signIn('/admin')
    await at.note(AS_OF)
    for (const page of ['orders', 'products', 'users', 'deleted']) {
      await at.page.goto(`/admin/${page}`)
      await at.note(AS_OF)
    }
  })

  test('adds a user, makes them an admin, and deletes them after a confirmation', async () => {
    await at.signIn('/admin/users')
    await at.page.getByLabel('Name', { exact: true }).fill('Tom Adeyemi')
    await at.page.getByLabel('Email', { exact: true }).fill('tom@x.test')
    await at.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await at.page.getByRole('button', { name: 'Add User' }).click()
    await at.row('tom@x.test').waitFor()
    await at.page.getByLabel('Role of Tom Adeyemi').selectOption('admin')
    await at.row('tom@x.test').getByRole('button', { name: 'Change…' }).click()
    await at.page.getByRole('button', { name: 'Change role' }).click()
    await expect.poll(async () => (await at.admin.get('/api/admin/users?search=tom')).body[0]?.role).toBe('admin')

    await at.row('tom@x.test').getByRole('button', { name: 'Delete' }).click()
    const dialog = at.page.getByRole('dialog', { name: 'Are you sure you want to delete this user?' })
    expect(await at.focused()).toBe('Cancel')
    await at.cancel()
    await at.row('tom@x.test').getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await at.note('Tom Adeyemi deleted.')
    await at.row('tom@x.test').waitFor({ state: 'detached' })
    expect(at.wrong).toEqual([])
  })

  test('changes the status of an order, deletes it, restores it, and reads its history', async () => {
    const order = await buy(await customerAt(at.url, 'Mina Okada'), await listProduct(at.admin))
    await at.signIn('/admin/orders')
    await at.row('Mina Okada').getByRole('combobox').selectOption('Cancelled')
    await at.row('Mina Okada').getByRole('button', { name: 'Change…' }).click()
    await at.page
      .getByRole('dialog')
      .getByLabel(/^Decide later/)
      .check()
    await at.page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click()
    await at.row('Mina Okada').getByText('Refund due').waitFor()
    await at.page.getByLabel('Payment').selectOption('Refund due')
    await at.page.waitForURL(/refundDue=true/)
    await at.row('Mina Okada').waitFor()
    await at.page.getByLabel('Status', { exact: true }).selectOption('Processing')
    await at.page.getByRole('button', { name: 'Clear search and filters' }).click()
    await at.row('Mina Okada').getByText('Refund due').waitFor()
    await at.row('Mina Okada').getByRole('button', { name: 'Mark as Delivered' }).click()
    await at.page.getByRole('dialog').getByRole('button', { name: 'Mark as Delivered' }).click()
    const delivered = at.row('Mina Okada').getByRole('button', { name: 'Mark as Delivered' })
    await expect.poll(() => delivered.count()).toBe(0)
    const sure = at.page.getByRole('dialog', { name: 'Are you sure you want to delete this order?' })
    await at.row('Mina Okada').getByRole('button', { name: 'Delete' }).click()
    await sure.getByRole('button', { name: 'Delete' }).click()
    await at.note(/deleted\.$/)
    expect((await tried(() => at.admin.get(`/api/orders/${order._id}`))).status).toBe(404)
    await at.page.getByRole('link', { name: 'Deleted orders' }).click()
    await at
      .row('Mina Okada')
      .getByRole('button', { name: /^Restore Order/ })
      .waitFor()
    await at.row('Mina Okada').getByRole('link').click()
    await at.note('The order was deleted')
    await at.page.getByRole('button', { name: 'Restore order' }).click()
    await at.page.getByRole('button', { name: 'Delete order' }).waitFor()
    // The answer to the deletion is held until the page has received the live update about it and has refetched the order.
    await at.page.route(
      `**/api/admin/orders/${order._id}`,
      async (call) => {
        const asked = at.page.waitForResponse(
          (answer) => answer.url().endsWith(`/api/orders/${order._id}`) && answer.status() === 404,
        )
        const response = await sendPatiently(call)
        await asked
        await call.fulfill({ response })
      },
      { times: 1 },
    )
    await at.page.getByRole('button', { name: 'Delete order' }).click()
    await sure.getByRole('button', { name: 'Delete' }).click()
    await at.page.waitForURL('**/admin/orders')
    await at.page.getByRole('button', { name: 'Undo' }).click()
    await at.note(/is restored\.$/)
    await at.page.reload()
    await at.page.getByRole('heading', { name: 'Order Management' }).waitFor()
    expect(await at.page.getByRole('button', { name: 'Undo' }).count()).toBe(0)
    await at.row('Mina Okada').getByRole('link').first().click()
    await at.page.getByRole('heading', { name: 'History' }).waitFor()
    for (const what of ['was restored', 'was deleted', 'Cancellation undone', 'was placed', 'went to the checkout'])
      await at.note(what)
    expect(await at.page.getByText('Order placed: event 1 of').isVisible()).toBe(false)
    await at.page.getByText('Details of The order was placed').click()
    await at.note(`Order placed: event 1 of order-${order._id}`)
    await at.page.getByLabel('Show this order as it was').press('Home')
    await at.note(/^after 1 of/)
    expect(at.wrong).toEqual([])
  })

  test('sees a new order without reloading, and a shopper sees the stock fall', async () => {
    const product = await listProduct(at.admin, { name: 'Live Scarf', countInStock: 9 })
    const shopper = await at.browser.newPage({ baseURL: at.url })
    const listening = [at.page, shopper].map((one) => one.waitForResponse('**/api/live?*'))
    await at.signIn('/admin/orders')
    await at.page.getByRole('heading', { name: 'Order Management' }).waitFor()
    await shopper.goto(`/product/${product._id}`)
    await shopper.getByRole('heading', { name: 'Live Scarf' }).waitFor()
    // A page starts listening some seconds after it was loaded.
    await Promise.all(listening)
    await buy(await customerAt(at.url, 'Lena Brandt'), product, 7)
    await at.row('Lena Brandt').waitFor()
    await shopper.getByText('Only 2 left').waitFor()
    await shopper.close()
    expect(at.wrong).toEqual([])
  })
})
