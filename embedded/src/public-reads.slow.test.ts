import { mkdtempSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { Session } from 'node:inspector/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '@shop/server/config'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbedded } from './main.ts'

const folder = mkdtempSync(join(tmpdir(), 'selvedge-public-reads-'))
const OURS = new URL('../../', import.meta.url).href
const MOST_FUNCTIONS = 25
const MOST_FILES = 12
const session = new Session()
let shop: Awaited<ReturnType<typeof startEmbedded>>

beforeAll(async () => {
  shop = await startEmbedded(readConfig({ DATA_DIR: folder, PORT: '0', ANALYSIS: 'off' }), { web: false })
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
})
afterAll(async () => {
  session.disconnect()
  await shop.close()
  rmSync(folder, { recursive: true })
})

const ask = (path: string) =>
  new Promise<string>((resolve, reject) => {
    get(shop.url + path, async (answer) => resolve((await answer.toArray()).join(''))).on('error', reject)
  })

/** The shop's own functions that run while a path is requested. */
async function calledFor(path: string): Promise<ReadonlySet<string>> {
  await session.post('Profiler.takePreciseCoverage')
  await ask(path)
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const own = result.filter(
    ({ url }) => url.startsWith(OURS) && !url.includes('node_modules') && url !== import.meta.url,
  )
  return new Set(
    own.flatMap(({ url, functions }) =>
      functions
        .filter(({ ranges: [whole] }) => whole!.count > 0)
        .map(({ functionName, ranges: [whole] }) => `${url.slice(OURS.length)} ${functionName} ${whole!.startOffset}`),
    ),
  )
}

/**
 * The functions that every request for a path calls. Functions of the shop's background work are not among them, unless the shop is so busy
 * that they run during every request.
 */
async function alwaysCalledFor(path: string): Promise<readonly string[]> {
  let always = await calledFor(path)
  for (let n = 0; n < 5; n++) always = always.intersection(await calledFor(path))
  return [...always]
}

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
      called = await alwaysCalledFor(address)
      const files = new Set(called.map((one) => one.split(' ')[0]))
      return [...called.slice(MOST_FUNCTIONS), ...[...files].slice(MOST_FILES)]
    })
    .toEqual([])
  expect(called.length).toBeGreaterThan(5)
})
