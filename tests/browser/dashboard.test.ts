import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { DESK, eventually, go, picture } from '../support/page-visits.ts'
import { ADDRESS, buy, customerAt, listProduct } from '../support/people.ts'
import { looksWrong } from './looks.ts'
import { pageOfAdmin, shopInBrowser } from './shop-in-browser.ts'

describe.runIf(hasBrowser)("an owner's dashboard", () => {
  const there = shopInBrowser({ DEMO: 'off' })

  const figure = (page: Page, name: string) => page.getByText(name, { exact: true }).locator('+ dd').textContent()
  const day = (before: number) => new Date(Date.now() - before * 86_400_000).toISOString().slice(0, 10)

  test('lists the open tasks first, with links', async () => {
    const customer = await customerAt(there.url, 'Ines Moreau')
    const product = await listProduct(there.admin, { name: 'Loom Shirt', price: 30, countInStock: 8 })
    const bare = await buy(customer, product, 3, { ...ADDRESS, city: '' })
    const cancelled = await buy(customer, product, 2)
    await there.admin.put(`/api/admin/orders/${cancelled._id}`, { status: 'Cancelled' })
    await eventually(async () => (await there.admin.get('/api/admin/dashboard')).body.toDo.refundDue).toBeGreaterThan(0)
    const page = await pageOfAdmin(there, DESK)
    await go(page, '/admin')
    const toDo = page.getByRole('region', { name: 'To do' })
    await toDo.getByRole('link', { name: /orders? to ship$/ }).waitFor()
    await toDo.getByRole('link', { name: /refunds? due$/ }).waitFor()
    await page
      .getByText(/^Sells out in \d+ days?$/)
      .first()
      .waitFor()
    expect(await looksWrong(page)).toEqual([])
    await picture(page, 'dashboard')
    await toDo.getByRole('link', { name: /address(es)? incomplete$/ }).click()
    await page.waitForURL('**/admin/orders?toShip=true&incompleteAddress=true')
    await page.getByRole('link', { name: `#${bare._id.slice(0, 8)}` }).waitFor()
  })

  test('adds up any range of days, and compares it with the same number of days before', async () => {
    const customer = await customerAt(there.url)
    await buy(customer, await listProduct(there.admin, { price: 30, countInStock: 5 }))
    const page = await pageOfAdmin(there, DESK)
    await go(page, '/admin')
    const orders = Number(await figure(page, 'Orders, 30 days'))
    expect(orders).toBeGreaterThan(0)
    await page.getByText('None in the period before').first().waitFor()
    await page.getByLabel('Range').selectOption({ label: 'The last 7 days' })
    await eventually(() => figure(page, 'Orders, 7 days')).toBe(String(orders))
    await page.getByLabel('From').fill(day(-3))
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByText('The first day is after the last day').waitFor()
    await page.getByLabel('From').fill(day(9))
    await page.getByLabel('To', { exact: true }).fill(day(8))
    await page.getByRole('button', { name: 'Show' }).click()
    await eventually(() => figure(page, 'Orders, 2 days')).toBe('0')
    await page.getByText(/^No orders in the 2 days up to /).waitFor()
    await page.reload()
    await eventually(() => figure(page, 'Orders, 2 days')).toBe('0')
    await page.getByLabel('To', { exact: true }).fill(day(9))
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByText(/^No orders on /).waitFor()
    // Wrong days in the address are refused, and can be corrected.
    await go(page, `/admin?from=${day(8)}&to=${day(9)}`)
    await page.getByText(/^Error: /).waitFor()
    await page.getByLabel('Range').selectOption({ label: 'The last 30 days' })
    await eventually(() => figure(page, 'Orders, 30 days')).toBe(String(orders))
  })
})
