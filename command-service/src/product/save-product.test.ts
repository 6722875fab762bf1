import { EditProductBody } from '@shop/language/product/api'
import { productStream } from '@shop/language/product/events'
import { productEtag, productWithStock, readProductEtag } from '@shop/language/product/view'
import { stockStream } from '@shop/language/stock/events'
import { sampleProduct } from '@shop/language/test-support/sample-product'
import { expect, test } from 'vitest'
import { stockDecider } from '../stock/stock-decider.ts'
import { createWorld } from '../test-support/create-world.ts'
import { productDecider } from './product-decider.ts'
import { editProduct } from './save-product.ts'

const productId = 'tee'
const row = (size: string, countInStock: number) => ({ size, color: '', countInStock })
const counts = { S: 2, M: 4, L: 4 }

test.each([
  ['the whole product', false, { countInStock: 10 }, [row('M', 4), row('L', 4)]],
  ['new counts', false, { stock: [row('M', 6), row('L', 4)] }, [row('M', 6), row('L', 4)]],
  ['new counts with If-Match', true, { stock: [row('M', 6), row('L', 4)] }, [row('M', 6), row('L', 4)]],
])(
  'an edit that removes a size, with %s, counts once if the process dies before the count',
  async (_, hasEtag, given, stock) => {
    let appends = Number.POSITIVE_INFINITY
    const world = createWorld({
      async pass(failpoint) {
        if (failpoint === 'before append' && --appends === 0) throw new Error('The process died')
      },
    })
    const listed = { ...sampleProduct, sku: '', sizes: Object.keys(counts), colors: [] }
    const list = { type: 'List', productId, details: listed } as const
    const lines = Object.entries(counts).map(([size, available]) => ({ size, color: '', available }))
    const count = { type: 'CountLines', productId, lines } as const
    await world.parts().commands.handle(productDecider, productStream(productId), list, world.asking())
    await world.parts().commands.handle(stockDecider, stockStream(productId), count, world.asking())
    const saved = async () => {
      const { state: product } = await world.parts().commands.load(productDecider, productStream(productId))
      const { state } = await world.parts().commands.load(stockDecider, stockStream(productId))
      return { ...product, ...state, details: product.details! }
    }
    const { version, counts: counted, details, lines: shown } = await saved()
    const seen = hasEtag ? readProductEtag(productEtag(version, counted, details, shown)) : undefined
    const body = EditProductBody.parse({ sizes: ['M', 'L'], ...given })
    const edit = () => editProduct(world.parts(), productId, body, seen, { ...world.asking('edit'), digest: 'edit' })

    appends = 2
    await expect(edit()).rejects.toThrow('The process died')
    world.restart()
    await edit()
    await edit()

    const after = await saved()
    expect(productWithStock({ ...after.details, _id: productId, listedAt: '' }, after.lines)).toMatchObject({
      countInStock: stock.reduce((sum, { countInStock }) => sum + countInStock, 0),
      stock,
    })
  },
)
