import { testPasswords } from '@shop/language/test-support/test-passwords'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { callerAt } from '../support/caller.ts'
import { mailTo } from '../support/outbox.ts'
import { eventually, go, picture, sees } from '../support/page-visits.ts'
import { type Customer, customerAt, PASSWORD } from '../support/people.ts'
import { keptOf, stored } from '../support/shopper-pages.ts'
import { focusedIn } from './keyboard.ts'
import { looksWrong } from './looks.ts'
import { markupErrorsIn } from './markup.ts'
import { shopInBrowser } from './shop-in-browser.ts'

describe.runIf(hasBrowser)('a forgotten password', () => {
  const there = shopInBrowser({ DEMO: 'off' })

  /** The link of the email to the customer, as a path. */
  const linkTo = async ({ email }: Customer) =>
    /\/reset-password#\S+/.exec(await mailTo(there.admin, email, 'password-reset'))?.[0] ?? ''

  async function open(path: string, kept = {}) {
    const page = await there.shopping.open(kept)
    await go(page, path)
    return page
  }
  async function look(page: Page, name: string) {
    expect(await looksWrong(page)).toEqual([])
    expect(await markupErrorsIn(page)).toEqual([])
    await picture(page, name)
  }
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

  test('is reset once by the link of an email, and the new password opens the account', async () => {
    const customer = await customerAt(there.url)
    const page = await open('/login')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByRole('heading', { name: 'Reset your password' }).waitFor()
    await look(page, 'forgot-password')
    await page.getByRole('main').getByLabel('Email').fill(customer.email)
    await press(page, 'Send a link')
    await eventually(async () => (await focusedIn(page)).name).toContain('we have emailed it a link')
    await look(page, 'forgot-password-asked')

    const link = await linkTo(customer)
    await go(page, link)
    await page.getByLabel('New password').fill('password1')
    await press(page, 'Set the password')
    const what = 'This password consists only of words that attackers try first.'
    await sees(page, `${what} Choose a longer password, for example three unrelated words`)
    await look(page, 'reset-password')
    await page.getByLabel('New password').fill(testPasswords.changed)
    await press(page, 'Set the password')
    await eventually(async () => (await focusedIn(page)).name).toContain('Your password is changed')
    await look(page, 'reset-password-done')
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByRole('main').getByLabel('Email').fill(customer.email)
    await page.getByRole('main').getByLabel('Password', { exact: true }).fill(testPasswords.changed)
    await press(page, 'Sign In')
    await eventually(() => stored(page, 'token')).not.toBe(null)
    expect((await customer.get('/api/users/me/sessions')).status).toBe(401)

    const again = await open(link)
    await again.getByLabel('New password').fill(PASSWORD)
    await press(again, 'Set the password')
    await sees(again, 'This link does not work any more. Request another one')
    await again.getByRole('link', { name: 'Request another link' }).click()
    await again.getByRole('heading', { name: 'Reset your password' }).waitFor()
  })

  test('that is reset in a signed-in browser signs the browser out, and the page stays', async () => {
    const customer = await customerAt(there.url)
    await callerAt(there.url).post('/api/users/password/forgotten', { email: customer.email })
    const page = await open(await linkTo(customer), keptOf(customer))
    await page.getByLabel('New password').fill(testPasswords.changed)
    await press(page, 'Set the password')
    await eventually(async () => (await focusedIn(page)).name).toContain('Your password is changed')
    expect(await stored(page, 'token')).toBe(null)
  })

  test('whose link is incomplete leads to a page that explains this', async () => {
    const page = await open('/reset-password')
    await sees(page, 'This link is incomplete. Open it from the email again, or request a new one.')
    expect(await page.getByRole('button', { name: 'Set the password' }).count()).toBe(0)
  })
})
