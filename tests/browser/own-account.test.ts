import { readFile } from 'node:fs/promises'
import { testPasswords } from '@shop/language/test-support/test-passwords'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { callerAt, type ShopCaller } from '../support/caller.ts'
import { mailTo } from '../support/outbox.ts'
import { eventually, go, picture, sees } from '../support/page-visits.ts'
import { buy, type Customer, customerAt, listProduct, PASSWORD } from '../support/people.ts'
import { keptOf, putInCart, stored } from '../support/shopper-pages.ts'
import { focusedIn } from './keyboard.ts'
import { looksWrong } from './looks.ts'
import { loseAnswers } from './lose-answers.ts'
import { markupErrorsIn } from './markup.ts'
import { shopInBrowser } from './shop-in-browser.ts'

const NEW_PASSWORD = testPasswords.changed

describe.runIf(hasBrowser)('the account of a customer', () => {
  const there = shopInBrowser({ DEMO: 'off' })

  const signInAt = ({ email }: Customer, password = PASSWORD) =>
    callerAt(there.url).post('/api/users/login', { email, password })
  const elsewhere = async (customer: Customer) => callerAt(there.url, { token: (await signInAt(customer)).body.token })
  const statusOf = async (caller: ShopCaller) => (await caller.get('/api/users/me/sessions')).status
  const here = async (page: Page) => callerAt(there.url, { token: (await stored(page, 'token')) ?? '' })

  /** The link of the email to an address, as a path. */
  const linkTo = async (email: string) =>
    /\/confirm-email#\S+/.exec(await mailTo(there.admin, email, 'email-confirm'))?.[0] ?? ''

  async function open(customer: Customer) {
    const page = await there.shopping.open(keptOf(customer))
    await go(page, '/profile')
    await page.getByRole('link', { name: 'Password, devices, data' }).click()
    await eventually(async () => (await focusedIn(page)).name).toBe('Your account')
    return page
  }
  async function look(page: Page, name: string) {
    expect(await looksWrong(page)).toEqual([])
    expect(await markupErrorsIn(page)).toEqual([])
    await picture(page, name)
  }
  const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

  test('if a new password is refused, its field says why; if the password is changed, every other session ends', async () => {
    const customer = await customerAt(there.url)
    const other = await elsewhere(customer)
    const page = await open(customer)
    await press(page, 'Change password')
    await eventually(async () => (await focusedIn(page)).name).toBe('Password')
    await press(page, 'Cancel')
    await eventually(async () => (await focusedIn(page)).name).toBe('Change password')
    await press(page, 'Change password')

    await field(page, 'Current password').fill('not mine at all')
    await field(page, 'New password').fill(NEW_PASSWORD)
    await press(page, 'Change password')
    await sees(page, 'This is not the password of this account')
    await eventually(async () => (await focusedIn(page)).name).toBe('Current password')
    await look(page, 'own-password')
    await field(page, 'Current password').fill(PASSWORD)
    await field(page, 'New password').fill('password1')
    await page.getByLabel('Show passwords').check()
    expect(await field(page, 'New password').getAttribute('type')).toBe('text')
    await press(page, 'Change password')
    await eventually(async () => (await focusedIn(page)).name).toBe('New password')
    await field(page, 'New password').fill(NEW_PASSWORD)
    await press(page, 'Change password')
    const done = 'Your password is changed. Every other device is signed out.'
    await eventually(async () => (await focusedIn(page)).name).toContain(done)
    expect([await statusOf(other), await statusOf(await here(page))]).toEqual([401, 200])
    expect((await signInAt(customer, NEW_PASSWORD)).status).toBe(200)
  })

  test('a new name applies at once, and a new e-mail address after its emailed link is opened', async () => {
    const customer = await customerAt(there.url)
    const page = await open(customer)
    await press(page, 'Change name')
    await eventually(async () => (await focusedIn(page)).name).toBe('Name')
    await field(page, 'Name').fill('Ada King')
    await look(page, 'own-name')
    await press(page, 'Change name')
    await eventually(async () => (await focusedIn(page)).name).toContain('Your name is Ada King now.')
    await page.getByRole('heading', { name: 'Ada King' }).waitFor()

    const email = `moved.${customer.email}`
    await press(page, 'Change email')
    await field(page, 'New email').fill(email)
    await field(page, 'Password').fill('not mine at all')
    await press(page, 'Send a link')
    await eventually(async () => (await focusedIn(page)).name).toBe('Password')
    await look(page, 'own-email')
    await field(page, 'Password').fill(PASSWORD)
    await press(page, 'Send a link')
    await eventually(async () => (await focusedIn(page)).name).toContain('A link is on its way to the new address.')

    await go(page, await linkTo(email))
    await look(page, 'confirm-email')
    await press(page, 'Confirm the address')
    await sees(page, `${email} is confirmed as the address of your account.`)
    await page.getByRole('link', { name: 'Your account', exact: true }).click()
    await page.getByText(email, { exact: true }).first().waitFor()
    expect((await signInAt({ ...customer, email })).status).toBe(200)
    expect((await signInAt(customer)).status).toBe(401)
  })

  test('devices are listed, and can be signed out one by one, or all together after a confirmation', async () => {
    const customer = await customerAt(there.url)
    const [other, third] = [await elsewhere(customer), await elsewhere(customer)]
    const page = await open(customer)
    await press(page, 'Show devices')
    const devices = page.getByRole('listitem').filter({ hasText: 'Signed in' })
    await eventually(() => devices.count()).toBe(3)
    await devices.nth(2).getByText('This device').waitFor()
    await look(page, 'own-devices')
    await devices
      .nth(1)
      .getByRole('button', { name: /^Sign out the device/ })
      .click()
    await eventually(async () => (await focusedIn(page)).name).toContain('The device is signed out.')
    await eventually(() => devices.count()).toBe(2)
    expect([await statusOf(other), await statusOf(third)]).toEqual([401, 200])

    await press(page, 'Sign out everywhere')
    await look(page, 'own-devices-asked')
    await press(page, 'Stay signed in')
    await eventually(async () => (await focusedIn(page)).name).toBe('Sign out everywhere')
    await press(page, 'Sign out everywhere')
    const now = await here(page)
    await press(page, 'Sign out everywhere')
    await eventually(() => page.url()).toBe(`${there.url}/login`)
    expect([await statusOf(third), await statusOf(now)]).toEqual([401, 401])
    for (const key of ['token', 'userInfo', 'cart']) expect(await stored(page, key)).toBeNull()
  })

  test('the customer’s data is downloaded as a file, on a retry if the first try gets no answer', async () => {
    const customer = await customerAt(there.url)
    const page = await open(customer)
    await page.route('**/api/users/me/export', (route) => route.abort(), { times: 1 })
    await press(page, 'Download my data')
    await eventually(async () => (await focusedIn(page)).name).toContain('The shop did not answer. Try again.')
    const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Download my data')])
    expect(download.suggestedFilename()).toMatch(/^selvedge-my-data-\d{4}-\d\d-\d\d\.json$/)
    const data = JSON.parse(await readFile(await download.path(), 'utf8'))
    expect(data).toMatchObject({ account: { _id: customer.id, email: customer.email }, orders: [], isAll: true })
    await eventually(async () => (await focusedIn(page)).name).toContain(download.suggestedFilename())
    await look(page, 'own-data')
  })

  test('the file contains messages after the link to the e-mail address was opened in this browser', async () => {
    const customer = await customerAt(there.url)
    const message = { name: 'Ada', email: customer.email, message: 'Is it warm?' }
    expect((await callerAt(there.url).post('/api/contact', message)).status).toBe(201)
    const page = await open(customer)
    const collect = async () => {
      const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Download my data')])
      return JSON.parse(await readFile(await download.path(), 'utf8'))
    }
    expect(await collect()).not.toHaveProperty('correspondence')
    await page.getByText('Messages and the newsletter are not included').waitFor()
    await press(page, 'Change email')
    await field(page, 'New email').fill(customer.email)
    await field(page, 'Password').fill(PASSWORD)
    await press(page, 'Send a link')
    await page.getByText('Open it here, where you are signed in.').waitFor()
    await go(page, await linkTo(customer.email))
    await press(page, 'Confirm the address')
    await sees(page, `${customer.email} is confirmed as the address of your account.`)
    await page.getByRole('link', { name: 'Your account', exact: true }).click()
    expect(await collect()).toMatchObject({ correspondence: { messages: [{ text: 'Is it warm?' }] } })
  })

  test('the account can be deleted when no order or payment is open; afterwards the browser keeps no data', async () => {
    const customer = await customerAt(there.url)
    const product = await listProduct(there.admin, { name: 'Last Shirt' })
    const order = await buy(customer, product)
    await putInCart(customer, product)
    const page = await open(customer)
    await page.getByRole('button', { name: 'Cart, 1 item' }).waitFor()
    await page.evaluate("sessionStorage.setItem('checkout', '{}')")
    await press(page, 'Delete my account')
    await sees(page, 'What is erased', 'What is kept')
    await look(page, 'own-deletion')
    const leaving = async (password: string) => {
      await field(page, 'Your password').fill(password)
      await press(page, 'Delete account permanently')
    }
    await leaving('not mine at all')
    await eventually(async () => (await focusedIn(page)).name).toBe('Your password')
    await leaving(PASSWORD)
    const unfinished = 'One of your orders is not shipped yet. You can delete your account after it'
    await eventually(async () => (await focusedIn(page)).name).toContain(unfinished)
    await there.admin.put(`/api/admin/orders/${order._id}`, { status: 'Shipped' })
    await leaving(PASSWORD)
    await page.getByRole('heading', { name: 'Your account is deleted.' }).waitFor()
    await eventually(async () => (await focusedIn(page)).name).toContain('Goodbye')
    await page.getByRole('button', { name: 'Cart, 0 items' }).waitFor()
    await look(page, 'own-goodbye')
    for (const key of ['token', 'userInfo', 'cart']) expect(await stored(page, key)).toBeNull()
    expect(await page.evaluate("sessionStorage.getItem('checkout')")).toBeNull()
    expect((await signInAt(customer)).status).toBe(401)
  })

  const unanswered = 'The shop did not answer. Try again.'

  test('if the answer to the deletion of the account is lost, the next press says that it is deleted', async () => {
    const customer = await customerAt(there.url)
    const page = await open(customer)
    await press(page, 'Delete my account')
    await field(page, 'Your password').fill(PASSWORD)
    await loseAnswers(page, { method: 'DELETE', path: /\/users\/me$/, times: 1 })
    await press(page, 'Delete account permanently')
    await sees(page, unanswered)
    await press(page, 'Delete account permanently')
    await page.getByRole('heading', { name: 'Your account is deleted.' }).waitFor()
    expect((await signInAt(customer)).status).toBe(401)
  })

  test('if the answer to a sign-out everywhere is lost, the next press signs this browser out too', async () => {
    const customer = await customerAt(there.url)
    const page = await open(customer)
    await press(page, 'Show devices')
    await press(page, 'Sign out everywhere')
    await loseAnswers(page, { method: 'DELETE', path: /\/me\/sessions$/, times: 1 })
    await press(page, 'Sign out everywhere')
    await sees(page, unanswered)
    await press(page, 'Sign out everywhere')
    await eventually(() => page.url()).toBe(`${there.url}/login`)
  })
})
