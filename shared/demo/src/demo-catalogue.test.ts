import { readdirSync } from 'node:fs'
import { PICTURE_WIDTHS } from '@shop/language/api/limits'
import { expect, test } from 'vitest'
import { demoCatalogue, picturesFolder } from './demo-catalogue.ts'

const catalogue = await demoCatalogue()

test('every demo product has a name and a SKU of its own', () => {
  expect(catalogue).toHaveLength(59)
  expect(new Set(catalogue.map(({ name }) => name)).size).toBe(59)
  expect(new Set(catalogue.map(({ sku }) => sku)).size).toBe(59)
})

test('every picture of the catalogue is there in all four widths, and no other is', () => {
  const wanted = catalogue.flatMap(({ images }) =>
    images.flatMap(({ url }) =>
      PICTURE_WIDTHS.map((width) => url.slice('/pictures/'.length).replace('1200', String(width))),
    ),
  )
  expect(readdirSync(picturesFolder).sort()).toEqual(wanted.sort())
})

test('every picture is of a colour that the product comes in', () => {
  for (const { colors, images, tones } of catalogue) {
    expect(images.map(({ color }) => color).filter((color) => !colors.includes(color ?? ''))).toEqual([])
    expect(Object.keys(tones).sort()).toEqual([...colors].sort())
  }
})

test('the demo shop has a product that is sold out and some that nearly are', () => {
  const stock = catalogue.map(({ countInStock = 0 }) => countInStock)
  expect(stock.filter((count) => count === 0)).toHaveLength(1)
  expect(stock.filter((count) => count > 0 && count <= 3)).toHaveLength(3)
})

test('every size and colour is counted, together as many as the product has, and some are sold out', async () => {
  let soldOut = 0
  for (const { sku, sizes = [], colors = [], countInStock, stock = [] } of catalogue) {
    const lines = colors.flatMap((color) => sizes.map((size) => ({ size, color })))
    expect([sku, stock.map(({ size, color }) => ({ size, color }))]).toEqual([sku, lines])
    expect([sku, stock.reduce((sum, line) => sum + Number(line.countInStock), 0)]).toEqual([sku, countInStock])
    soldOut += stock.filter((line) => line.countInStock === 0).length
  }
  expect(soldOut).toBeGreaterThan(50)
})
