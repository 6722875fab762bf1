import { describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { eventually, go } from '../support/page-visits.ts'
import { customerAt, listProduct } from '../support/people.ts'
import { openCart, signIn } from '../support/shopper-pages.ts'
import { adminPages } from './admin-pages.ts'
import { loseAnswers } from './lose-answers.ts'
import { shopInBrowser } from './shop-in-browser.ts'

const UNKNOWN = 'The shop did not answer. Look whether it is done before you try again.'

describe.runIf(hasBrowser)('a shopper whose answer was lost', () => {
  const there = shopInBrowser({ DEMO: 'off' })

  test('does not read that adding failed, and sees the added piece', async () => {
    const { page, product } = await there.shopping.filled({ name: 'Lost Sock', countInStock: 9 })
    await go(page, `/product/${product._id}`)
    await loseAnswers(page, { method: 'POST', path: /\/api\/cart$/ })
    for (const what of ['Color', 'Size'])
      await page.getByRole('group', { name: what, exact: true }).getByRole('button').first().click()
    await page.getByRole('button', { name: 'Add to Cart' }).first().click()
    await page.getByText(UNKNOWN).first().waitFor()
    await page.getByRole('button', { name: 'Cart, 2 items' }).waitFor()
  })

  test('stays in the cart if a removal is refused after Checkout was pressed', async () => {
    const { page } = await there.shopping.filled({ name: 'Stubborn Sock', countInStock: 9 })
    await go(page, '/my-orders')
    const cart = await openCart(page)
    const { promise: pressed, resolve: press } = Promise.withResolvers<void>()
    await page.route(/\/api\/cart$/, async (route) => {
      if (route.request().method() !== 'PUT') return route.fallback()
      await pressed
      await route.fulfill({ status: 500, json: {} })
    })
    await cart.getByRole('button', { name: 'Increase' }).click()
    await cart.getByRole('button', { name: 'Checkout' }).click()
    press()
    await cart.getByText('Failed to update cart item').waitFor()
    expect(new URL(page.url()).pathname).toBe('/my-orders')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await cart.getByRole('button', { name: 'Checkout' }).click()
    await page.waitForURL('**/checkout')
  })

  test('reads that a message arrived when the changed message is sent', async () => {
    const page = await there.shopping.open()
    await go(page, '/contact')
    await page.getByLabel('Name', { exact: true }).fill('Ada')
    await page.getByRole('main').getByLabel('Email', { exact: true }).fill('ada@lost.test')
    await page.getByLabel('Message', { exact: true }).fill('Where is my parcel?')
    const heal = await loseAnswers(page, { method: 'POST', path: /\/api\/contact$/ })
    await page.getByRole('button', { name: /^Send/ }).click()
    await page.getByText('The shop did not answer.').waitFor()
    await heal()
    await page.getByLabel('Message', { exact: true }).fill('Where is my parcel? It is late.')
    await page.getByRole('button', { name: /^Send/ }).click()
    await page.getByText('Your earlier request arrived. This one is different').waitFor()
  })
})

describe.runIf(hasBrowser)('a shopper whose message was not answered', () => {
  const there = shopInBrowser({ DEMO: 'off', CONTACT_EMAIL: 'hello@shop.test' })

  test('finds it in the form after a reload, and sends it once', async () => {
    const page = await there.shopping.open()
    await go(page, '/contact')
    await page.getByLabel('Name', { exact: true }).fill('Ada')
    await page.getByRole('main').getByLabel('Email', { exact: true }).fill('ada@lost.test')
    const text = page.getByLabel('Message', { exact: true })
    await text.fill('Does the coat have pockets?')
    const heal = await loseAnswers(page, { method: 'POST', path: /\/api\/contact$/ })
    await page.getByRole('button', { name: /^Send/ }).click()
    await page.getByText('The shop did not answer.').waitFor()
    await heal()
    await page.reload()
    await eventually(() => text.inputValue()).toBe('Does the coat have pockets?')
    await page.getByRole('button', { name: /^Send/ }).click()
    await page.getByText('Your message is with us').waitFor()
    await page.getByRole('button', { name: 'Write another message' }).click()
    expect(await text.inputValue()).toBe('')
    await text.fill('Does the coat come in green?')
    await page.getByLabel('Name', { exact: true }).fill('Ada')
    await page.getByRole('main').getByLabel('Email', { exact: true }).fill('ada@lost.test')
    await page.getByRole('button', { name: /^Send/ }).click()
    await page.getByText('Your message is with us').waitFor()
    await eventually(async () => {
      const { body } = await there.admin.get('/api/admin/outbox')
      const mails = (body as readonly { text: string }[]).map((mail) => mail.text)
      return ['pockets', 'green'].map((word) => mails.filter((mail) => mail.includes(word)).length)
    }).toEqual([1, 1])
  })
})

describe.runIf(hasBrowser)('a guest whose message was not answered', () => {
  const there = shopInBrowser({ DEMO: 'off', CONTACT_EMAIL: 'hello@shop.test' })

  test('signs in and sends it again, and the shop gets it once', async () => {
    const customer = await customerAt(there.url)
    const page = await there.shopping.open()
    await go(page, '/contact')
    await page.getByLabel('Name', { exact: true }).fill('Ada')
    await page.getByRole('main').getByLabel('Email', { exact: true }).fill(customer.email)
    await page.getByLabel('Message', { exact: true }).fill('Do the sleeves shrink?')
    const heal = await loseAnswers(page, { method: 'POST', path: /\/api\/contact$/ })
    await page.getByRole('button', { name: /^Send/ }).click()
    await page.getByText('The shop did not answer.').waitFor()
    await heal()
    await go(page, '/login?redirect=/contact')
    await signIn(page, customer)
    await page.getByText('Do the sleeves shrink?').waitFor()
    await page.getByRole('button', { name: /^Send/ }).click()
    await page.getByText('Your message is with us').waitFor()
    // The next message is the customer's. The shop mails messages in their order.
    await page.getByRole('button', { name: 'Write another message' }).click()
    await page.getByLabel('Message', { exact: true }).fill('Do the cuffs shrink?')
    const [sent] = await Promise.all([
      page.waitForRequest(/\/api\/contact$/),
      page.getByRole('button', { name: /^Send/ }).click(),
    ])
    expect(sent.headers().authorization).toMatch(/^Bearer /)
    await eventually(async () => {
      const { body } = await there.admin.get('/api/admin/outbox')
      const mails = (body as readonly { text: string }[]).map((mail) => mail.text)
      return ['sleeves', 'cuffs'].map((word) => mails.filter((mail) => mail.includes(word)).length)
    }).toEqual([1, 1])
  })
})

describe.runIf(hasBrowser)('an admin whose answer was lost', () => {
  const at = adminPages()

  test('does not receive a delivery twice', async () => {
    const { _id } = await listProduct(at.admin, { name: 'Lost Shirt', countInStock: 35 })
    await at.signIn(`/admin/products/${_id}/stock`)
    const receive = async () => {
      await at.page.getByRole('button', { name: 'Receive stock…' }).click()
      await at.page.getByLabel('Not divided by size').fill('7')
      await at.page.getByRole('dialog').getByRole('button', { name: 'Receive' }).click()
    }
    const heal = await loseAnswers(at.page, { method: 'POST', path: /\/receipts$/ })
    await receive()
    await at.page.getByText(UNKNOWN).waitFor()
    await at.cancel()
    await at.note('42 available')
    await heal()
    await receive()
    await at.note('7 pieces received.')
    await at.note('42 available')
  })

  test('has saved a product, and reads no conflict with the own change', async () => {
    const { _id } = await listProduct(at.admin, { name: 'Lost Coat', price: 50 })
    await at.signIn(`/admin/products/${_id}/edit`)
    await at.page.getByLabel('Price').fill('51')
    const heal = await loseAnswers(at.page, { method: 'PUT', path: /\/api\/admin\/products\// })
    await at.page.getByRole('button', { name: 'Update Product' }).click()
    await at.note(UNKNOWN)
    await at.page.reload()
    await heal()
    expect(await at.page.getByLabel('Price').inputValue()).toBe('51')
    await at.page.getByRole('button', { name: 'Update Product' }).click()
    await at.note('Lost Coat saved.')
  })

  test('reads that a product has changed, also if its new version cannot be fetched', async () => {
    const { _id } = await listProduct(at.admin, { name: 'Lost Hat', price: 50 })
    await at.signIn(`/admin/products/${_id}/edit`)
    await at.page.getByLabel('Description').fill('Warm')
    await at.admin.put(`/api/products/${_id}`, { price: 52 })
    await at.page.route(`**/api/products/${_id}`, (route) => route.abort())
    await at.page.getByRole('button', { name: 'Update Product' }).click()
    await at.note('This product has changed since you loaded it.')
    await at.page.unrouteAll({ behavior: 'ignoreErrors' })
    await at.page.getByRole('button', { name: 'Update Product' }).click()
    await at.note('This product was changed elsewhere while you were editing it.')
    await eventually(() => at.row('price').count()).toBe(1)
  })
})
