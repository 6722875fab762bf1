import { describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { picture } from '../support/page-visits.ts'
import { buy, customerAt, listProduct } from '../support/people.ts'
import { adminPages } from './admin-pages.ts'
import { looksWrong } from './looks.ts'

describe.runIf(hasBrowser)('a user with an unshipped paid order, in a browser', () => {
  const at = adminPages()

  test('is not deleted, and the orders that prevent it are linked', async () => {
    const customer = await customerAt(at.url, 'Ines Moreau')
    const { _id } = await buy(customer, await listProduct(at.admin))
    await at.signIn('/admin/users')
    await at.row('Ines Moreau').getByRole('button', { name: 'Delete Ines Moreau' }).click()
    const sure = at.page.getByRole('dialog', { name: 'Are you sure you want to delete this user?' })
    await sure.getByRole('button', { name: 'Delete' }).click()
    const link = at.page.getByRole('list', { name: 'Their orders' }).getByRole('link', { name: `#${_id.slice(0, 8)}` })
    await link.waitFor()
    expect(await looksWrong(at.page)).toEqual([])
    await picture(at.page, 'admin-user-with-orders')
    expect((await at.admin.get(`/api/admin/users/${customer.id}`)).status).toBe(200)
    await link.click()
    await at.page.getByRole('heading', { name: `Order #${_id.slice(0, 8)}` }).waitFor()
  })
})
