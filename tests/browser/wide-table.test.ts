import { beforeAll, describe, expect, test } from 'vitest'
import { untilCopied } from '../support/analysis-room.ts'
import { hasBrowser } from '../support/browser.ts'
import { analystAt, buy, type Customer, customerAt, listProduct } from '../support/people.ts'
import { adminPages } from './admin-pages.ts'

const PAGE = '/analysis/reports?report=price-changes'
const LEFT = 0
const RIGHT = 1

describe.runIf(hasBrowser)('a wide table', () => {
  const at = adminPages({ ANALYSIS: 'on' })
  let noor: Customer
  beforeAll(async () => {
    noor = await analystAt(at.url, at.admin)
    const product = await listProduct(at.admin, { name: 'Leather Straight Trousers', price: 138, countInStock: 9 })
    await buy(await customerAt(at.url), product)
    await at.admin.put(`/api/products/${product._id}`, { price: 1110.4 })
    await untilCopied(noor, { ProductEdited: 1, OrderPlaced: 1 })
  })
  const area = () => at.page.getByRole('region', { name: 'Rows' })
  const hidden = () =>
    area().evaluate(
      ({ scrollWidth, clientWidth }: { scrollWidth: number; clientWidth: number }) => scrollWidth - clientWidth,
    )
  /** The darkness just beside the first column, which stays in view, and at the right edge of the area. White is 0. */
  async function shades() {
    const column = await area().getByRole('columnheader').first().boundingBox()
    const beside = Math.ceil(column!.width) + 3
    const png = (await area().screenshot()).toString('base64')
    return (await at.page.evaluate(`(async () => {
      const image = new Image()
      image.src = 'data:image/png;base64,${png}'
      await image.decode()
      const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height })
      const context = canvas.getContext('2d')
      context.drawImage(image, 0, 0)
      return [${beside}, image.width - 1].map((x) => 255 - context.getImageData(x, 2, 1, 1).data[0])
    })()`)) as number[]
  }

  test('fits on a wide screen, and on a phone has a shadow where it goes on', async () => {
    await at.page.setViewportSize({ width: 1440, height: 900 })
    await at.signIn(PAGE, noor)
    await at.row('Leather Straight Trousers').waitFor()
    await at.page.getByRole('img', { name: 'Pieces per day before and after, one row' }).waitFor()
    await at.page.getByRole('term').filter({ hasText: 'After a rise' }).waitFor()
    expect(await hidden()).toBe(0)
    expect(await shades()).toEqual([0, 0])
    await at.page.setViewportSize({ width: 390, height: 844 })
    expect(await hidden()).toBeGreaterThan(100)
    let shown = await shades()
    expect(shown[LEFT]).toBe(0)
    expect(shown[RIGHT]).toBeGreaterThan(20)
    await area().evaluate((element: { scrollLeft: number }) => {
      element.scrollLeft = 10_000
    })
    shown = await shades()
    expect(shown[LEFT]).toBeGreaterThan(20)
    expect(shown[RIGHT]).toBe(0)
  })
})
