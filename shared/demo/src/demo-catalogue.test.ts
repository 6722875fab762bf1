import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { demoCatalogue } from './demo-catalogue.ts'
import { originals } from './demo-pictures.ts'

const catalogue = await demoCatalogue()

test('every demo product has its own name and SKU', () => {
  expect(catalogue).toHaveLength(59)
  expect(new Set(catalogue.map(({ name }) => name)).size).toBe(59)
  expect(new Set(catalogue.map(({ sku }) => sku)).size).toBe(59)
})

test('the stored pictures are exactly the pictures of the catalog, each at its greatest width', () => {
  const wanted = catalogue.flatMap(({ images }) => images.map(({ url }) => url.slice('/pictures/'.length)))
  expect(readdirSync(originals).sort()).toEqual(wanted.sort())
})

test('every picture has a color that the product comes in', () => {
  for (const { colors, images, tones } of catalogue) {
    expect(images.map(({ color }) => color).filter((color) => !colors.includes(color ?? ''))).toEqual([])
    expect(Object.keys(tones).sort()).toEqual([...colors].sort())
  }
})

test('the demo shop has one product that is sold out, and some that are nearly sold out', () => {
  const stock = catalogue.map(({ countInStock = 0 }) => countInStock)
  expect(stock.filter((count) => count === 0)).toHaveLength(1)
  expect(stock.filter((count) => count > 0 && count <= 3)).toHaveLength(3)
})

test('every size and color of a product is counted, the counts add up to its stock, and some are sold out', async () => {
  let soldOut = 0
  for (const { sku, sizes = [], colors = [], countInStock, stock = [] } of catalogue) {
    const lines = colors.flatMap((color) => sizes.map((size) => ({ size, color })))
    expect([sku, stock.map(({ size, color }) => ({ size, color }))]).toEqual([sku, lines])
    expect([sku, stock.reduce((sum, line) => sum + Number(line.countInStock), 0)]).toEqual([sku, countInStock])
    soldOut += stock.filter((line) => line.countInStock === 0).length
  }
  expect(soldOut).toBeGreaterThan(50)
})
