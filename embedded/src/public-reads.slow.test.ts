import { mkdtempSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '@shop/server/config'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { filesOf, watchFunctions } from '../../tests/support/called-functions.ts'
import { startEmbedded } from './main.ts'

const folder = mkdtempSync(join(tmpdir(), 'selvedge-public-reads-'))
const MOST_FUNCTIONS = 25
const MOST_FILES = 12
let shop: Awaited<ReturnType<typeof startEmbedded>>
let watched: Awaited<ReturnType<typeof watchFunctions>>

beforeAll(async () => {
  shop = await startEmbedded(readConfig({ DATA_DIR: folder, PORT: '0', ANALYSIS: 'off' }), { web: false })
  watched = await watchFunctions()
})
afterAll(async () => {
  watched.end()
  await shop.close()
  rmSync(folder, { recursive: true })
})

const ask = (path: string) =>
  new Promise<string>((resolve, reject) => {
    get(shop.url + path, async (answer) => resolve((await answer.toArray()).join(''))).on('error', reject)
  })

test.each([
  '/api/products?gender=Men&sortBy=priceAsc&limit=20',
  '/api/products/ID',
  '/api/products?search=shirt',
  '/api/products/facets',
])('a repeated request for %s runs at most 12 files and 25 functions', async (path) => {
  const [product] = JSON.parse(await ask('/api/products?limit=1')) as { _id: string }[]
  const address = path.replace('ID', product!._id)
  await ask(address)
  let called: readonly string[] = []
  // After its start the shop has work in the background. A failure shows the functions and the files above the limits.
  await expect
    .poll(async () => {
      called = await watched.calledBy(() => ask(address))
      return [...called.slice(MOST_FUNCTIONS), ...[...filesOf(called)].slice(MOST_FILES)]
    })
    .toEqual([])
  expect(called.length).toBeGreaterThan(5)
})
