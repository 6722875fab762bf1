import { describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { eventually, go, picture, sees } from '../support/page-visits.ts'
import { focusedIn } from './keyboard.ts'
import { looksWrong } from './looks.ts'
import { markupErrorsIn } from './markup.ts'
import { shopInBrowser } from './shop-in-browser.ts'

describe.runIf(hasBrowser)('a message from the contact page', () => {
  const there = shopInBrowser({ DEMO: 'off', CONTACT_EMAIL: 'hello@shop.test' })

  test('reaches the outbox', async () => {
    const page = await there.shopping.open()
    await go(page, '/support/about')
    await page.getByRole('navigation', { name: 'Support' }).getByRole('link', { name: 'Contact Us' }).click()
    await page.getByRole('heading', { name: 'Contact Us', level: 1 }).waitFor()
    await picture(page, 'contact')

    const main = page.getByRole('main')
    await main.getByLabel('Name').fill('Eve')
    await main.getByLabel('Email').fill('eve@localhost')
    await main.getByLabel('Message').fill('Does the coat come in green?')
    await page.getByRole('button', { name: 'Send the message' }).press('Enter')
    await sees(page, 'Enter an email address')
    await eventually(async () => (await focusedIn(page)).name).toContain('Email')
    expect(await looksWrong(page)).toEqual([])
    expect(await markupErrorsIn(page)).toEqual([])

    const email = 'eve@x.test'
    await main.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send the message' }).press('Enter')
    await eventually(async () => (await focusedIn(page)).name).toContain('Your message is with us')
    expect(await looksWrong(page)).toEqual([])
    await picture(page, 'contact-sent')
    await page.getByRole('button', { name: 'Write another message' }).press('Enter')
    await eventually(async () => (await focusedIn(page)).name).toContain('Name')
    await eventually(async () => {
      const { body } = await there.admin.get('/api/admin/outbox')
      return (body as readonly { to: string; text: string }[]).find(({ text }) => text.includes(email))
    }).toMatchObject({ to: 'hello@shop.test', text: expect.stringContaining('Does the coat come in green?') })
  })
})
