import { describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { DESK, eventually, go, windowPicture } from '../support/page-visits.ts'
import { listProduct } from '../support/people.ts'
import { looksWrong } from './looks.ts'
import { pageOfAdmin, shopInBrowser } from './shop-in-browser.ts'

describe.runIf(hasBrowser)('unsaved work on a product', () => {
  const there = shopInBrowser({ DEMO: 'off' })

  test('is kept in the tab, and leaving the page needs a confirmation', async () => {
    const product = await listProduct(there.admin, { name: 'Loom Shirt' })
    const page = await pageOfAdmin(there, DESK)
    const name = page.getByLabel('Product Name')
    const toList = page.getByRole('main').getByRole('link', { name: 'Products' })
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await go(page, '/admin/products')
    await page
      .getByRole('link', { name: /Loom Shirt/ })
      .first()
      .click()
    await name.fill('Loom Coat')

    await toList.click()
    await question.waitFor()
    expect(await looksWrong(page)).toEqual([])
    await windowPicture(page, 'unsaved')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })
    expect(await name.inputValue()).toBe('Loom Coat')

    await page.goBack()
    await page.getByRole('heading', { name: 'Product Management' }).waitFor()
    await page.goForward()
    await page.getByText('Your unsaved changes were restored.').waitFor()
    expect(await name.inputValue()).toBe('Loom Coat')
    await there.admin.put(`/api/admin/products/${product._id}`, { price: 31 })

    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      void dialog.accept()
    })
    await page.reload()
    expect(asked).toEqual(['beforeunload'])
    await page.getByText('Your unsaved changes were restored.').waitFor()
    expect(await name.inputValue()).toBe('Loom Coat')
    // Meanwhile another admin has saved a new price. The form does not overwrite this price, but shows the conflict.
    await page.getByRole('button', { name: 'Update Product' }).click()
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await page.getByText('Loom Coat saved.').waitFor()
    const { body } = await there.admin.get(`/api/products/${product._id}`)
    expect(body).toMatchObject({ name: 'Loom Coat', price: 31 })
    await go(page, `/admin/products/${product._id}/edit`)
    await eventually(() => name.inputValue()).toBe('Loom Coat')
    expect(await page.getByText('Your unsaved changes were restored.').count()).toBe(0)
    await toList.click()
    await page.getByRole('heading', { name: 'Product Management' }).waitFor()
  })

  test('is gone after the admin has confirmed to leave the page', async () => {
    const page = await pageOfAdmin(there, DESK)
    await go(page, '/admin/products/new')
    await page.getByLabel('Product Name').fill('Loom Hat')
    await page.getByRole('link', { name: 'Discard' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
    await page.waitForURL('**/admin/products')
    await go(page, '/admin/products/new')
    await eventually(() => page.getByLabel('Product Name').inputValue()).toBe('')
  })
})
