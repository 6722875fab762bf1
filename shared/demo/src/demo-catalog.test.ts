import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { demoCatalog } from './demo-catalog.ts'
import { originals } from './demo-pictures.ts'

const catalog = await demoCatalog()

test('every demo product has its own name and SKU', () => {
  expect(catalog).toHaveLength(59)
  expect(new Set(catalog.map(({ name }) => name)).size).toBe(59)
  expect(new Set(catalog.map(({ sku }) => sku)).size).toBe(59)
})

test('the stored pictures are exactly the pictures of the catalog, each at its greatest width', () => {
  const wanted = catalog.flatMap(({ images }) => images.map(({ url }) => url.slice('/pictures/'.length)))
  expect(readdirSync(originals).sort()).toEqual(wanted.sort())
})

test('every picture has a color that the product comes in', () => {
  for (const { colors, images, tones } of catalog) {
    expect(images.map(({ color }) => color).filter((color) => !colors.includes(color ?? ''))).toEqual([])
    expect(Object.keys(tones).sort()).toEqual([...colors].sort())
  }
})

test('the demo shop has one product that is sold out, and some that are nearly sold out', () => {
  const stock = catalog.map(({ countInStock = 0 }) => countInStock)
  expect(stock.filter((count) => count === 0)).toHaveLength(1)
  expect(stock.filter((count) => count > 0 && count <= 3)).toHaveLength(3)
})

test('every size and color of a product is counted, the counts add up to its stock, and some are sold out', async () => {
  let soldOut = 0
  for (const { sku, sizes = [], colors = [], countInStock, stock = [] } of catalog) {
    const lines = colors.flatMap((color) => sizes.map((size) => ({ size, color })))
    expect([sku, stock.map(({ size, color }) => ({ size, color }))]).toEqual([sku, lines])
    expect([sku, stock.reduce((sum, line) => sum + Number(line.countInStock), 0)]).toEqual([sku, countInStock])
    soldOut += stock.filter((line) => line.countInStock === 0).length
  }
  expect(soldOut).toBeGreaterThan(50)
})
