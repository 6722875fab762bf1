import { describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { buy, customerAt, listProduct, PASSWORD } from '../support/people.ts'
import { adminPages } from './admin-pages.ts'
import { looksWrong } from './looks.ts'

describe.runIf(hasBrowser)('the admin’s pages', () => {
  const at = adminPages()

  test('redirect every user who is not an admin', async () => {
    await at.page.goto('/admin')
    await at.page.waitForURL('**/login?redirect=%2Fadmin')
    await at.page.goto('/admin/users')
    await at.page.waitForURL(`${at.url}/`)
    const { email } = await customerAt(at.url)
    await at.signIn('/profile', { email, password: PASSWORD })
    expect(await at.page.getByRole('link', { name: 'Admin', exact: true }).count()).toBe(0)
    await at.page.goto('/admin/orders')
    await at.page.waitForURL(`${at.url}/`)
    const led: string[] = []
    at.page.on('framenavigated', (frame) => led.push(frame.url().slice(at.url.length)))
    await at.page.goto('/admin')
    await at.page.waitForURL(`${at.url}/`)
    expect(new Set(led)).toEqual(new Set(['/admin', '/login', '/']))
  })

  test('a change of the role takes effect in the other browser without a new sign-in', async () => {
    const { id, email } = await customerAt(at.url)
    await at.signIn('/collections/all', { email, password: PASSWORD })
    await at.admin.put(`/api/admin/users/${id}`, { role: 'admin' })
    await at.page.goto('/admin')
    await at.page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor()
    await at.admin.put(`/api/admin/users/${id}`, { role: 'customer' })
    await at.page.waitForURL(`${at.url}/`)
    expect(await at.page.getByRole('link', { name: 'Admin', exact: true }).count()).toBe(0)

    await at.admin.put(`/api/admin/users/${id}`, { role: 'admin' })
    await at.page.goto('/profile')
    await at.page.getByRole('link', { name: 'Admin', exact: true }).waitFor()
    await at.admin.put(`/api/admin/users/${id}`, { role: 'customer' })
    await at.page.goto('/admin/users')
    await at.page.waitForURL(`${at.url}/`)
  })

  test.each([
    { presses: 1, to: 'analyst' },
    { presses: 2, to: 'admin' },
  ])('make a customer an $to after a confirmation', async ({ presses, to }) => {
    const name = `Ola Berg ${to}`
    await customerAt(at.url, name)
    const listed = `?search=${encodeURIComponent(name)}`
    const roleNow = async () => (await at.admin.get(`/api/admin/users${listed}`)).body[0]?.role
    await at.signIn(`/admin/users${listed}`)
    const role = at.page.getByLabel(`Role of ${name}`)
    const dialog = at.page.getByRole('dialog', { name: `Make ${name} an ${to}?` })
    const choose = async () => {
      for (let press = 0; press < presses; press++) await role.press('ArrowDown')
      await at.page.getByRole('button', { name: 'Change…' }).click()
    }
    await choose()
    await dialog.waitFor()
    expect(await at.focused()).toBe('Cancel')
    expect(await looksWrong(at.page)).toEqual([])
    await at.cancel()
    await expect.poll(focusedValue).toBe('customer')
    expect(await roleNow()).toBe('customer')
    await choose()
    await dialog.getByRole('button', { name: 'Change role' }).click()
    await expect.poll(roleNow).toBe(to)
    await expect.poll(focusedValue).toBe(to)
    expect(at.wrong).toEqual([])
  })

  test('mark an order as delivered, and delete an order, after a confirmation', async () => {
    const { _id } = await buy(await customerAt(at.url), await listProduct(at.admin))
    const answer = () => at.admin.get(`/api/orders/${_id}`)
    await at.signIn(`/admin/orders?search=${_id}`)
    const delivered = at.page.getByRole('button', { name: 'Mark as Delivered' })
    await delivered.click()
    await at.page.getByRole('dialog', { name: 'Mark as Delivered' }).waitFor()
    await at.cancel()
    await expect.poll(at.focused).toBe('Mark as Delivered')
    expect((await answer()).body.status).toBe('Processing')
    await at.page.keyboard.press('Enter')
    await at.page.getByRole('dialog').getByRole('button', { name: 'Mark as Delivered' }).click()
    // Until the answer arrives, the button of the dialog has the same name as the button of the page.
    await at.page.getByRole('dialog').waitFor({ state: 'detached' })
    await delivered.waitFor({ state: 'detached' })
    await expect.poll(focusedValue).toBe('Delivered')
    expect((await answer()).body.isDelivered).toBe(true)

    const remove = at.page.getByRole('button', { name: /^Delete order/ })
    const sure = at.page.getByRole('dialog', { name: 'Are you sure you want to delete this order?' })
    await remove.click()
    await sure.waitFor()
    expect(await at.focused()).toBe('Cancel')
    expect(await looksWrong(at.page)).toEqual([])
    await at.cancel()
    await expect.poll(at.focused).toBe('Delete')
    expect((await answer()).status).toBe(200)
    await remove.click()
    await sure.getByRole('button', { name: 'Delete' }).click()
    await at.note(/deleted\.$/)
    await expect.poll(at.focused).toBe('Undo')
    expect((await answer()).status).toBe(404)
    expect(at.wrong).toEqual([])
  })

  test('keep both of two filters that are changed shortly after each other', async () => {
    await at.signIn('/admin/orders')
    await at.page.getByLabel('Returns').waitFor()
    await at.page.evaluate(`for (const [label, value] of [['Status', 'Shipped'], ['Returns', 'true']]) {
      const select = document.querySelector('select[aria-label="' + label + '"]')
      select.value = value
      select.dispatchEvent(new Event('change', { bubbles: true }))
    }`)
    await expect.poll(() => new URL(at.page.url()).search).toBe('?status=Shipped&returnDue=true')
    await expect.poll(() => at.page.getByLabel('Status', { exact: true }).inputValue()).toBe('Shipped')
    expect(await at.page.getByLabel('Returns').inputValue()).toBe('true')
  })

  const focusedValue = () => at.page.evaluate('document.activeElement?.value')
})
