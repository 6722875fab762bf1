import { describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { eventually, picture, windowPicture } from '../support/page-visits.ts'
import { listProduct } from '../support/people.ts'
import { adminPages } from './admin-pages.ts'
import { looksWrong } from './looks.ts'

describe.runIf(hasBrowser)('the form of a product in a browser', () => {
  const at = adminPages()
  const label = (name: string) => at.page.getByLabel(name, { exact: true })
  const button = (name: string) => at.page.getByRole('button', { name, exact: true })
  const found = async (sku: string) => (await at.admin.get(`/api/admin/products?search=${sku}`)).body
  const sum = (text: string) => at.page.getByRole('status').filter({ hasText: text }).waitFor()

  async function begin(sku: string, count: string) {
    await at.signIn('/admin/products/new')
    await label('Product Name').fill('Half-made Tee')
    await label('Description').fill('Dense cotton.')
    await label('Price').fill('45')
    await label('Count in Stock').fill(count)
    await label('SKU').fill(sku)
  }

  test('Enter in a list of words never sends the form: right after a comma, after a paste, and twice', async () => {
    await begin('ENTER-1', '20')
    const posted: string[] = []
    at.page.on('request', (request) => request.method() === 'POST' && posted.push(new URL(request.url()).pathname))
    await label('Sizes').click()
    await at.page.keyboard.insertText('S, M, L')
    await button('Remove L').waitFor()
    await at.page.keyboard.press('Enter')
    await at.page.keyboard.press('Enter')
    await label('Colors').pressSequentially('Red,')
    await at.page.keyboard.press('Enter')
    await label('Colors').pressSequentially('Blue')
    await at.page.keyboard.press('Enter')
    await at.page.keyboard.press('Enter')
    await button('Count by size and color').click()
    await label('S, Red: pieces').press('Enter')
    await expect.poll(() => at.page.evaluate(`document.activeElement.ariaLabel`)).toBe('M, Red: pieces')
    await label('L, Blue: pieces').press('Enter')
    expect(new URL(at.page.url()).pathname).toBe('/admin/products/new')
    expect(posted.filter((path) => path.includes('/products'))).toEqual([])
    expect(await found('ENTER-1')).toEqual([])
    await button('Add Product').click()
    await at.note('Half-made Tee added.')
    expect(await found('ENTER-1')).toMatchObject([
      { sizes: ['S', 'M', 'L'], colors: ['Red', 'Blue'], countInStock: 20 },
    ])
    expect(at.wrong).toEqual([])
  })

  test('dividing the pieces by size starts from the existing pieces, shows the sum, and counts no piece twice', async () => {
    await begin('DIVIDE-1', '45')
    await label('Sizes').fill('S, M,')
    await button('Count by size and color').click()
    await sum('0 of 45 pieces are divided. The other 45 are sold in every size.')
    await label('S: pieces').fill('20')
    await sum('20 of 45 pieces are divided. The other 25 are sold in every size.')
    await label('M: pieces').fill('28')
    await sum('45 of 45 pieces are divided. 3 more than the total. 48 pieces in all')
    await label('M: pieces').fill('20')
    await sum('40 of 45 pieces are divided. The other 5 are sold in every size.')
    // When a size is removed, its pieces count again as pieces to divide. So no piece is lost.
    await button('Remove M').click()
    await sum('20 of 45 pieces are divided. The other 25 are sold in every size.')
    await label('Sizes').fill('M,')
    await label('M: pieces').fill('25')
    await sum('45 of 45 pieces are divided.')
    expect(await looksWrong(at.page)).toEqual([])
    await picture(at.page, 'admin-product-divided')
    await button('Add Product').click()
    await at.note('Half-made Tee added.')
    expect(await found('DIVIDE-1')).toMatchObject([
      {
        countInStock: 45,
        stock: [
          { size: 'S', countInStock: 20 },
          { size: 'M', countInStock: 25 },
        ],
      },
    ])
  })

  test('removing a size with pieces needs a confirmation that names the pieces', async () => {
    const stock = [
      { size: 'S', color: 'Red', countInStock: 3 },
      { size: 'M', color: 'Red', countInStock: 20 },
      { size: 'M', color: 'Blue', countInStock: 12 },
    ]
    const { _id } = await listProduct(at.admin, { name: 'Sized Tee', countInStock: undefined, stock })
    await at.signIn(`/admin/products/${_id}/edit`)
    await sum('35 pieces in all')
    const dialog = at.page.getByRole('dialog', { name: 'Remove M?' })
    await button('Remove M').click()
    await dialog.getByText('32 pieces of M (20 Red, 12 Blue). After you save').waitFor()
    expect(await looksWrong(at.page)).toEqual([])
    await windowPicture(at.page, 'admin-remove-size')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await sum('35 pieces in all')
    // Backspace in the empty field removes the last size of the list.
    await label('Sizes').press('Backspace')
    await dialog.getByRole('button', { name: 'Remove M' }).click()
    await eventually(() => button('Remove M').count()).toBe(0)
    await sum('3 pieces in all')
    await button('Update Product').click()
    await at.note('Sized Tee saved.')
    expect((await at.admin.get(`/api/products/${_id}`)).body.countInStock).toBe(3)
    expect(at.wrong).toEqual([])
  })
})
