import { describe, expect, test } from 'vitest'
import { hasBrowser, shootWindow } from '../support/browser.ts'
import { DESK, eventually, go } from '../support/page-visits.ts'
import { buy, customerAt, listProduct } from '../support/people.ts'
import { PHONE } from '../support/shopper-pages.ts'
import { violationsIn } from './axe.ts'
import { pageOfAdmin, shopInBrowser } from './shop-in-browser.ts'

describe.runIf(hasBrowser)('finding anything in the admin area', () => {
  const there = shopInBrowser({ DEMO: 'off' })
  const pathOf = (url: string) => new URL(url).pathname

  test('Ctrl+K opens an order, a product, a user and a page by a few letters, with the keyboard only', async () => {
    const customer = await customerAt(there.url, 'Imke Janssen')
    const product = await listProduct(there.admin, { name: 'Herringbone Overshirt', sku: 'HB-7' })
    const order = await buy(customer, product)
    const page = await pageOfAdmin(there, DESK)
    await go(page, '/admin/users')
    const box = page.getByRole('combobox', { name: 'Find an order, a product, a user or a page' })
    const found = (name: string | RegExp) => page.getByRole('option', { name }).first()
    async function find(words: string, name: string | RegExp, presses: readonly string[]) {
      await page.getByRole('button', { name: 'Find' }).filter({ visible: true }).waitFor()
      await page.keyboard.press('Control+k')
      await page.keyboard.type(words)
      await found(name).waitFor()
      for (const key of presses) await page.keyboard.press(key)
    }

    await find('imke', /^Order #/, ['ArrowDown', 'Enter'])
    await eventually(() => pathOf(page.url())).toBe(`/admin/orders/${order._id}`)
    await find('imke', customer.email, ['ArrowUp', 'Enter'])
    await eventually(() => pathOf(page.url())).toBe(`/admin/users/${customer.id}`)
    await find('herringbone', 'Herringbone Overshirt', [])
    await found('HB-7').click()
    await eventually(() => pathOf(page.url())).toBe(`/admin/products/${product._id}/edit`)
    await find('outb', 'Outbox', ['Enter'])
    await eventually(() => pathOf(page.url())).toBe('/admin/outbox')

    await page.keyboard.press('Control+k')
    await page.keyboard.type('imke')
    await found(customer.email).waitFor()
    await shootWindow(page, 'find-1440')
    expect(await violationsIn(page)).toEqual([])
    await box.fill('no such thing anywhere')
    await page.getByText('Nothing found for “no such thing anywhere”.').waitFor()
    await page.keyboard.press('Escape')
    await eventually(() => box.count()).toBe(0)
  })

  test('a phone has a button for the search, the button gets the focus back, and failures are reported', async () => {
    const page = await pageOfAdmin(there, PHONE)
    await go(page, '/admin/orders')
    await page.getByRole('button', { name: 'Find' }).filter({ visible: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Find' })
    await dialog.getByRole('option', { name: 'Dashboard' }).waitFor()
    await shootWindow(page, 'find-390')
    expect(await violationsIn(page)).toEqual([])
    await page.route('**/api/admin/products?search=*', (route) =>
      route.fulfill({ status: 503, json: { message: 'The shop has too much to do', code: 'OVERLOADED' } }),
    )
    await dialog.getByRole('combobox').fill('shirt')
    await dialog.getByRole('alert').waitFor()
    await page.unrouteAll()
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await eventually(() => dialog.getByRole('alert').count()).toBe(0)
    await page.keyboard.press('Escape')
    await eventually(() => page.evaluate('document.activeElement?.ariaLabel')).toBe('Find')
  })

  test('on a phone a user’s name is readable beside a long email address', async () => {
    const { email } = await customerAt(there.url, 'Odette Peeters')
    const page = await pageOfAdmin(there, PHONE)
    await go(page, '/admin/orders')
    await page.getByRole('button', { name: 'Find' }).filter({ visible: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Find' })
    await dialog.getByRole('combobox').fill('odette')
    const found = dialog.getByRole('option', { name: email })
    await found.waitFor()
    const isWhole = ({ scrollWidth, clientWidth }: { scrollWidth: number; clientWidth: number }) =>
      clientWidth > 0 && scrollWidth <= clientWidth
    expect(await found.getByText('Odette Peeters').evaluate(isWhole)).toBe(true)
    expect(await found.evaluate(isWhole), 'the row is as wide as the dialog').toBe(true)
  })
})
