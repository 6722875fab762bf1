import { beforeAll, expect } from 'vitest'
import { untilCopied } from '../support/analysis-room.ts'
import { picture } from '../support/page-visits.ts'
import { analystAt, type Customer, listProduct } from '../support/people.ts'
import { adminPages } from './admin-pages.ts'
import { looksWrong } from './looks.ts'
import { markupErrorsIn } from './markup.ts'

/** Sets up a `describe`: a shop with analysis whose copy has three listed products, and an analyst. */
export function analystPages() {
  const at = adminPages({ ANALYSIS: 'on' })
  let analyst: Customer
  beforeAll(async () => {
    analyst = await analystAt(at.url, at.admin)
    for (let n = 0; n < 3; n++) await listProduct(at.admin)
    await untilCopied(analyst, { ProductListed: 3, ShopStarted: 1 })
  })
  return {
    at,
    get analyst() {
      return analyst
    },
    press: (name: string | RegExp) => at.page.getByRole('button', { name, exact: true }).click(),
    /** Checks that the page is accessible, and takes its picture if pictures are wanted. */
    async isRight(name: string) {
      expect(await looksWrong(at.page)).toEqual([])
      expect(await markupErrorsIn(at.page)).toEqual([])
      await picture(at.page, name)
    },
  }
}
