import { describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { mailTo } from '../support/outbox.ts'
import { eventually, go, picture, sees } from '../support/page-visits.ts'
import { focusedIn } from './keyboard.ts'
import { looksWrong } from './looks.ts'
import { markupErrorsIn } from './markup.ts'
import { shopInBrowser } from './shop-in-browser.ts'

describe.runIf(hasBrowser)('the newsletter', () => {
  const there = shopInBrowser({ DEMO: 'off' })

  /** The link of an email to this address, as a path. */
  const linkTo = async (email: string, kind: string) =>
    /\/newsletter#\S+/.exec(await mailTo(there.admin, email, kind))?.[0] ?? ''

  test('is sent after its link was opened, and another link ends it', async () => {
    const page = await there.shopping.open()
    await go(page, '/support/about')
    const foot = page.getByRole('contentinfo')
    await foot.getByLabel('Email').fill('eve@localhost')
    await foot.getByRole('button', { name: 'Subscribe' }).press('Enter')
    await foot.getByText('Enter an email address').waitFor()
    const email = 'eve@x.test'
    await foot.getByLabel('Email').fill(email)
    const keys: (string | undefined)[] = []
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    const isAsking = '**/api/newsletter'
    await page.route(isAsking, async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      await held
      await route.continue()
    })
    await foot.getByRole('button', { name: 'Subscribe' }).press('Enter')
    await foot.locator('button[aria-busy=true]').press('Enter')
    await foot.getByLabel('Email').press('Enter')
    answer()
    await foot.getByText('Thank you for subscribing.').waitFor()
    await page.unroute(isAsking)
    expect(keys).toEqual([expect.stringMatching(/^[\w-]{36}$/)])
    expect(await looksWrong(page)).toEqual([])

    await go(page, await linkTo(email, 'newsletter-confirm'))
    await picture(page, 'newsletter-confirm')
    await page.getByRole('button', { name: 'Confirm subscription' }).press('Enter')
    await eventually(async () => (await focusedIn(page)).name).toContain('You are subscribed')
    expect(await looksWrong(page)).toEqual([])
    expect(await markupErrorsIn(page)).toEqual([])

    const leave = await linkTo(email, 'newsletter-subscribed')
    await page.goto('/robots.txt')
    await go(page, leave.replace('&leave', 'x&leave'))
    await page.getByRole('button', { name: 'Unsubscribe' }).press('Enter')
    await page.getByText('does not work any more. Unsubscribe with the link in another of our emails').waitFor()
    await page.goto('/robots.txt')
    await go(page, leave)
    await page.getByRole('button', { name: 'Unsubscribe' }).press('Enter')
    await eventually(async () => (await focusedIn(page)).name).toContain('You are no longer subscribed')
    await picture(page, 'newsletter-left')
    await page.goto('/robots.txt')
    await page.goto('/newsletter')
    await sees(page, 'This link is incomplete. Open it from the email again, or request a new one.')
    expect(await page.getByRole('button', { name: 'Confirm subscription' }).count()).toBe(0)
  })
})
