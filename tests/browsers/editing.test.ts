import { describe, expect, test } from 'vitest'
import { isTried } from '../../tools/suites/tools-at-hand.ts'
import { DESK } from '../support/page-visits.ts'
import { listProduct } from '../support/people.ts'
import { ADMIN } from '../support/shop.ts'
import { allBrowsers, untilTestEnds } from './all-browsers.ts'
import { shopOfSuite } from './shop-of-suite.ts'
import { fill, go, press, reaches, sees, signIn } from './shopper.ts'

for (const { name, tool, start } of allBrowsers)
  describe.runIf(isTried(tool))(`an admin in ${name}`, () => {
    const there = shopOfSuite()

    test('signs in, edits a product and sees it on its page in the shop', async () => {
      const { _id } = await listProduct(there.admin, { name: 'Washed Shirt' })
      const { window } = await untilTestEnds(start(DESK))
      await go(window, `${there.url}/login?redirect=/admin/products`)
      await signIn(window, ADMIN)
      await reaches(window, '/admin/products')
      await press(window, 'Edit Washed Shirt')
      await reaches(window, `/admin/products/${_id}/edit`)
      await fill(window, 'Product Name', 'Pressed Shirt')
      await fill(window, 'Price', '31.50')
      await press(window, 'Update Product')
      await sees(window, 'Pressed Shirt saved.')
      expect((await there.admin.get(`/api/products/${_id}`)).body).toMatchObject({ name: 'Pressed Shirt', price: 31.5 })
      await go(window, `${there.url}/product/${_id}`)
      await sees(window, 'Pressed Shirt', '$31.50')
    })
  })
