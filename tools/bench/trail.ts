import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TrailBody } from '@shop/language/analysis/trail'
import type { Product } from '@shop/language/product/api'
import { freePort } from '@shop/stores/test-support/free-port'
import { adminAt, guestAt, lineOf, listProduct } from '../../tests/support/people.ts'
import { spawnRoom } from '../../tests/support/room-process.ts'
import { ADMIN } from '../../tests/support/shop.ts'
import { processorMsOf } from '../labs/crash/starts.ts'
import type { Side } from './compare.ts'
import { optionsOf } from './options.ts'
import { report } from './report.ts'

/*
 * `npm run bench -- trail` measures how much more processor time a command takes with the trail of visits. Two shops get the same visits.
 * Only one of the shops gets beacons. `--visits 100 --rounds 20` sets the numbers, and `--json FILE` writes the figures.
 */
const values = optionsOf('npm run bench -- trail', {
  visits: { type: 'string', default: '60' },
  rounds: { type: 'string', default: '20' },
  json: { type: 'string' },
})
const visits = Number(values.visits)
const VIEWS = 4
const COMMANDS_A_VISIT = 2
const asAdmin = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password }
const AS_BROWSER = { 'accept-encoding': 'gzip, deflate, br' }

await using opening = new AsyncDisposableStack()
// The first start builds the pages for both shops.
const without = await shopWith('off')
const withTrail = await shopWith('on')
const { sides: found } = await report({
  title: `A trail of visits: processor time of the shop, ${visits} visits a round`,
  sides: [without, withTrail],
  rounds: Number(values.rounds),
  warmUps: 2,
})
const ratio = found[1]?.ratios.processorMicrosACommand ?? Number.NaN
process.stdout.write(`With the trail, a command takes ${((ratio - 1) * 100).toFixed(1)} % more processor time\n`)

async function shopWith(trail: 'on' | 'off'): Promise<Side> {
  const folder = mkdtempSync(join(tmpdir(), `selvedge-trail-${trail}-`))
  opening.defer(() => rmSync(folder, { recursive: true, force: true }))
  const environment = {
    NODE_ENV: 'test',
    DATA_DIR: folder,
    TRAIL: trail,
    ANALYSIS: 'off',
    RATE_LIMITS: 'off',
    // The beacons come from many addresses, because the trail limits the rows of one address.
    TRUST_PROXY: 'true',
    ...asAdmin,
  }
  const shop = spawnRoom('embedded/src/main.ts', await freePort(), environment)
  opening.defer(async () => void (await shop.end('SIGTERM')))
  await shop.ready()
  const admin = await adminAt(shop.url)
  const products = await Promise.all(Array.from({ length: 8 }, () => listProduct(admin, { countInStock: 1_000_000 })))
  return {
    name: `TRAIL=${trail}`,
    async run() {
      const beforeMs = processorMsOf(shop.pid)
      for (let visit = 0; visit < visits; visit++) await visitShop(shop.url, products, visit, trail === 'on')
      const processorMs = processorMsOf(shop.pid) - beforeMs
      return { processorMicrosACommand: (1000 * processorMs) / (visits * COMMANDS_A_VISIT) }
    },
  }
}

async function visitShop(url: string, products: readonly Product[], visit: number, sendsTrail: boolean) {
  const guest = guestAt(url)
  const seen: TrailBody['seen'] = [{ what: 'list shown', list: 'women', results: 24 }]
  const list = (await read(`${url}/collections/all?gender=Women`)).toString()
  const files = new Set(
    Array.from(list.matchAll(/ (?:src|href)="(\/(?:assets|pictures)\/[^"]+)"/g), ([, file]) => file!),
  )
  for (const file of files) await read(url + file)
  await guest.get(`/api/cart?guestId=${guest.guestId}`)
  for (let at = 0; at < VIEWS; at++) {
    const product = products[(visit + at) % products.length]!
    seen.push({ what: 'product seen', productId: product._id })
    await guest.get(`/api/products/${product._id}`)
    await guest.get(`/api/products/similar/${product._id}`)
    if (at >= COMMANDS_A_VISIT) continue
    const { status } = await guest.post('/api/cart', { ...lineOf(product), guestId: guest.guestId })
    if (status !== 200) throw new Error(`adding to the cart was answered with ${status}`)
  }
  if (!sendsTrail) return
  const body: TrailBody = { device: 'phone', entry: 'search', isSignedIn: false, seen }
  const { status } = await fetch(`${url}/api/trail`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.${visit % 256}.0.1` },
    body: JSON.stringify(body),
  })
  if (status !== 200) throw new Error(`a beacon was answered with ${status}`)
}

async function read(address: string) {
  const answer = await fetch(address, { headers: AS_BROWSER })
  return Buffer.from(await answer.arrayBuffer())
}
