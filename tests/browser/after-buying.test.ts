import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { hasBrowser, launch, leave } from '../support/browser.ts'
import type { ShopCaller } from '../support/caller.ts'
import { endPage } from '../support/kept-pages.ts'
import { DESK, picture } from '../support/page-visits.ts'
import { ADDRESS, adminAt, buy, type Customer, customerAt, listProduct } from '../support/people.ts'
import { ADMIN, startShop } from '../support/shop.ts'
import { keptOf, openPage, PHONE } from '../support/shopper-pages.ts'
import { looksWrong } from './looks.ts'

/** Simulates a busy machine. React posts a message to itself before it draws. This script holds such messages until the next press. */
const DRAWS_DURING_THE_NEXT_PRESS = `{
  const { postMessage } = MessagePort.prototype
  const held = []
  MessagePort.prototype.postMessage = function (...message) { held.push(() => postMessage.apply(this, message)) }
  document.addEventListener('pointerdown', () => {
    MessagePort.prototype.postMessage = postMessage
    setTimeout(() => held.forEach((send) => send()))
  }, { capture: true, once: true })
}`

describe.runIf(hasBrowser)('after buying, in a browser', () => {
  let shop: Awaited<ReturnType<typeof startShop>>
  let browser: Browser
  let admin: ShopCaller
  let ada: Customer

  beforeAll(async () => {
    shop = await startShop({ DEMO: 'off' }, { web: true })
    browser = await launch()
    admin = await adminAt(shop.url)
    ada = await customerAt(shop.url)
  })
  afterAll(async () => {
    await leave(browser)
    await shop?.close()
  })

  const open = async (kept: ReturnType<typeof keptOf>, path: string, viewport = PHONE) => {
    const { page } = await openPage(browser, shop.url, kept, { viewport })
    onTestFinished(() => endPage(page))
    await page.goto(path)
    return page
  }
  const boss = () => ({
    token: admin.token ?? '',
    userInfo: JSON.stringify({ _id: 'root', name: 'Root', email: ADMIN.email, role: 'admin' }),
  })
  const bought = async (quantity: number, address: object = ADDRESS) => {
    const product = await listProduct(admin, { price: 25, countInStock: 9 })
    return (await buy(ada, product, quantity, address))._id
  }
  /** Checks that the page shows this result, and that the focus is on it. The pressed button may no longer exist. */
  const seeDone = async (page: Awaited<ReturnType<typeof open>>, words: string) => {
    await page.getByRole('status').filter({ hasText: words }).waitFor()
    await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toBe(words)
  }

  test('a customer cancels an order and sees where the refund goes', async () => {
    const page = await open(keptOf(ada), `/order/${await bought(2)}`)
    await page.getByRole('button', { name: 'Cancel order' }).click()
    await page.getByText('we send nothing and refund $50.00 to your PayPal account').waitFor()
    await picture(page, 'order-cancel')
    await page.getByRole('button', { name: 'Keep order' }).click()
    expect(await page.evaluate('document.activeElement?.textContent')).toBe('Cancel order')
    await page.keyboard.press('Enter')
    await page.getByLabel('Reason (optional)').selectOption('Change of mind')
    await page.getByRole('button', { name: 'Cancel order' }).click()
    await seeDone(page, 'Your order is cancelled.')
    await page.getByText('· Change of mind').waitFor()
    await page.getByText('We refunded $50.00 to your PayPal account').waitFor()
    await page.getByText('Refunded: $50.00').waitFor()
    expect(await page.getByRole('button', { name: 'Cancel order' }).count()).toBe(0)
    expect(await looksWrong(page)).toEqual([])
    await picture(page, 'order-cancelled')
    await page.goto('/my-orders')
    await page.getByText('$50.00 refunded').first().waitFor()
  })

  test('a customer completes the address of a paid order, and corrects it', async () => {
    const id = await bought(1, { ...ADDRESS, city: '', country: '' })
    const page = await open(keptOf(ada), `/order/${id}`)
    await page.getByRole('heading', { name: 'Where should we send it?' }).waitFor()
    expect(await page.evaluate('document.activeElement === document.body')).toBe(true)
    const save = page.getByRole('button', { name: 'Save address' })
    await save.click()
    expect(await page.evaluate('document.activeElement.name')).toBe('country')
    expect(await page.getByLabel('City').getAttribute('autocomplete')).toBe('address-level2')
    await page.getByLabel('City').fill('  ')
    await page.getByLabel('Country').fill('Belgium')
    await save.click()
    await page.getByLabel('City').and(page.locator('[aria-invalid]')).waitFor()
    expect(await looksWrong(page)).toEqual([])
    await picture(page, 'order-address')
    await page.getByLabel('City').fill('Ghent')
    await page.keyboard.press('Enter')
    await seeDone(page, 'Your address is saved.')
    await page.getByText('Ghent, Belgium').first().waitFor()

    const change = page.getByRole('button', { name: 'Change address' })
    await change.click()
    expect(await page.evaluate('document.activeElement?.textContent')).toBe('Where should we send it?')
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    expect(await page.evaluate('document.activeElement?.textContent')).toBe('Change address')
    await page.keyboard.press('Enter')
    await page.getByLabel('Address', { exact: true }).fill('2 Loom Lane')
    // A hint that appears during a press must not move the button away.
    await save.click({ delay: 300 })
    await seeDone(page, 'Your address is saved.')
    expect((await ada.get(`/api/orders/${id}`)).body.shippingAddress).toMatchObject({
      ...ADDRESS,
      address: '2 Loom Lane',
    })

    // A hint that was about to be drawn when the press began must not move the button either.
    await change.click()
    await page.evaluate(DRAWS_DURING_THE_NEXT_PRESS)
    await page.getByLabel('Phone').fill('+32 12')
    await page.getByLabel('Address', { exact: true }).fill('3 Loom Lane')
    await save.click({ delay: 300 })
    await seeDone(page, 'Your address is saved.')

    // Simulates a page that does not know of the change yet.
    await page.route('**/api/live?*', (route) => route.abort())
    await page.reload()
    await change.click()
    await admin.put(`/api/admin/orders/${id}`, { status: 'Shipped' })
    await save.click()
    await page.getByText('Status: Shipped, was Processing').waitFor()
    await page.reload()
    await page.getByText('Ghent, Belgium').first().waitFor()
    expect(await change.count()).toBe(0)
  })

  test('an admin finds an incomplete address and completes it', async () => {
    const id = await bought(1, { ...ADDRESS, postalCode: '' })
    const desk = await open(boss(), '/admin/orders', DESK)
    await desk.getByLabel('Address', { exact: true }).selectOption('Address incomplete')
    await desk.waitForURL(/incompleteAddress=true/)
    await desk.getByRole('link', { name: id.slice(0, 8) }).click()
    // The order does not have seller protection, because PayPal got no address. An address that is completed later does not change that.
    const unprotected = desk.getByText('ask the customer to order again with a complete address')
    await unprotected.waitFor()
    await desk.getByRole('button', { name: 'Complete address…' }).click()
    const dialog = desk.getByRole('dialog', { name: 'Delivery address' })
    expect(await dialog.getByLabel('Postal Code').getAttribute('autocomplete')).toBe('off')
    await dialog.getByRole('button', { name: 'Save address' }).click()
    expect(await desk.evaluate('document.activeElement.name')).toBe('postalCode')
    expect(await looksWrong(desk)).toEqual([])
    await picture(desk, 'admin-address')
    await desk.keyboard.type('9001')
    await desk.keyboard.press('Enter')
    await seeDone(desk, 'The address is saved.')
    await desk.getByRole('button', { name: 'Change address…' }).waitFor()
    await desk.getByText('The parcel goes to another address', { exact: true }).waitFor()
    expect(await desk.getByText('Address incomplete').count()).toBe(0)
    expect(await unprotected.count()).toBe(1)
    expect((await ada.get(`/api/orders/${id}`)).body.shippingAddress.postalCode).toBe('9001')
    expect(await looksWrong(desk)).toEqual([])
  })

  test('an admin ships an order with a tracking number after a confirmation', async () => {
    const id = await bought(1)
    const desk = await open(boss(), `/admin/orders/${id}`, DESK)
    const status = desk.getByLabel('Status', { exact: true })
    await status.press('ArrowDown')
    await status.press('ArrowDown')
    expect(await status.inputValue()).toBe('Delivered')
    await status.press('ArrowUp')
    expect((await admin.get(`/api/orders/${id}`)).body.status).toBe('Processing')
    await desk.getByRole('button', { name: 'Change…' }).click()
    const dialog = desk.getByRole('dialog', { name: 'Mark as Shipped' })
    await dialog.getByLabel('Tracking number').fill('RM 4711')
    await dialog.getByLabel('Reason').fill('Picked up early')
    expect(await looksWrong(desk)).toEqual([])
    await picture(desk, 'admin-ship')
    await dialog.getByRole('button', { name: 'Mark as Shipped' }).click()
    await desk.getByText('Picked up early').waitFor()
    await desk.getByRole('definition').filter({ hasText: 'RM 4711' }).waitFor()
    expect(await desk.evaluate('document.activeElement?.value')).toBe('Shipped')
    expect((await admin.get(`/api/orders/${id}`)).body).toMatchObject({
      status: 'Shipped',
      trackingNumber: 'RM 4711',
    })
    expect(await looksWrong(desk)).toEqual([])
    await picture(desk, 'admin-shipped')
    const page = await open(keptOf(ada), `/order/${id}`)
    await page.getByText('Tracking number: RM 4711').waitFor()
  })

  test('a customer returns a piece, and an admin receives it', async () => {
    const id = await bought(2)
    await admin.put(`/api/admin/orders/${id}`, { status: 'Delivered', trackingNumber: 'RM123' })
    const page = await open(keptOf(ada), `/order/${id}`)
    await page.getByText('Tracking number: RM123').waitFor()
    await page.getByRole('button', { name: 'Return pieces' }).click()
    await page.getByRole('button', { name: 'Request return' }).click()
    // The browser itself requires a reason, and details if the reason is not in the list.
    expect(await page.evaluate('document.activeElement.name')).toBe('chosenReason')
    await page.getByLabel('Reason').selectOption('Other')
    expect(await page.getByLabel('Details', { exact: true }).getAttribute('required')).toBe('')
    await page.getByLabel('Reason').selectOption('Too small')
    await page.getByLabel('Details (optional)').fill('At the sleeves')
    await page.getByRole('button', { name: 'Request return' }).click()
    await page.getByText('Choose at least one piece.').waitFor()
    await page.getByRole('combobox').first().selectOption('1')
    expect(await looksWrong(page)).toEqual([])
    await picture(page, 'order-return-form')
    await page.getByRole('button', { name: 'Request return' }).click()
    await seeDone(page, 'Return requested.')
    await page.getByText('Return of 1 piece, requested on').waitFor()
    await page.getByText('Reason: Too small.').waitFor()
    await picture(page, 'order-return')

    const desk = await open(boss(), '/admin/orders?returnDue=true', DESK)
    await desk.getByText('Return awaited').last().waitFor()
    await desk.goto(`/admin/orders/${id}`)
    await desk.getByRole('button', { name: 'Receive…' }).click()
    const dialog = desk.getByRole('dialog')
    await dialog.getByText('Pieces that came back').waitFor()
    await dialog.getByText('The customer wrote: At the sleeves').waitFor()
    expect(await dialog.getByLabel('Reason').inputValue()).toBe('too-small')
    await dialog.getByLabel('Reason').selectOption('Quality')
    expect(await looksWrong(desk)).toEqual([])
    await picture(desk, 'admin-receive')
    await dialog.getByRole('button', { name: 'Receive and refund $25.00' }).click()
    await seeDone(desk, 'The return is received.')
    await desk.getByText('1 piece received').waitFor()
    await desk.getByText('$25.00 for 1 piece').waitFor()
    await desk.getByText('Quality · At the sleeves').first().waitFor()
    await page.reload()
    await page.getByText('1 piece came back on').waitFor()
    await page.getByText('We refunded $25.00 to your PayPal account').waitFor()
  })

  test('an admin refunds a piece, and closes a refund case with a reason', async () => {
    const id = await bought(3)
    const desk = await open(boss(), `/admin/orders/${id}`, DESK)
    await desk.getByRole('button', { name: 'Refund…' }).click()
    const dialog = desk.getByRole('dialog')
    await dialog.getByRole('combobox').first().selectOption('1')
    await dialog.getByLabel('Reason').selectOption('Quality')
    await dialog.getByLabel('Details').fill('A hole in it')
    expect(await looksWrong(desk)).toEqual([])
    await picture(desk, 'admin-refund')
    await dialog.getByRole('button', { name: 'Refund $25.00' }).click()
    await seeDone(desk, 'The money was refunded.')
    await desk.getByText('$25.00 for 1 piece').waitFor()
    await desk.getByText('Quality · A hole in it').first().waitFor()
    expect((await admin.get(`/api/orders/${id}`)).body).toMatchObject({ refundedTotal: 25, isPaid: true })
    await admin.put(`/api/admin/orders/${id}`, { status: 'Cancelled' })
    await desk.reload()
    await desk.getByRole('button', { name: 'Settle without a refund…' }).click()
    await dialog.getByLabel('Reason').fill('Paid back in cash')
    await dialog.getByRole('button', { name: 'Settle without a refund' }).click()
    await seeDone(desk, 'The refund case is closed.')
    await desk.getByRole('button', { name: 'Settle without a refund…' }).waitFor({ state: 'detached' })
    expect(await looksWrong(desk)).toEqual([])
    await picture(desk, 'admin-order-refunded')
  })
})
