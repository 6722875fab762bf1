import { setTimeout as sleep } from 'node:timers/promises'
import { startDistributedShop } from '../../tests/support/distributed-shop.ts'
import { adminAt, buy, customerAt, listProduct } from '../../tests/support/people.ts'
import { processorMsOf } from '../labs/crash/starts.ts'
import { judge } from './judge.ts'
import { optionsOf } from './options.ts'
import { report } from './report.ts'

/*
 * `npm run bench -- purchase` measures the processor time that a purchase takes in each kind of process of the shop over servers, with the
 * jobs that follow it. `--purchases 100 --rounds 3` sets the numbers, and `--json FILE` writes the figures. Linux only (/proc).
 */
const values = optionsOf('npm run bench -- purchase', {
  purchases: { type: 'string', default: '100' },
  rounds: { type: 'string', default: '3' },
  json: { type: 'string' },
})
const purchases = Number(values.purchases)
const MOST_MS = 24
const LANES = 4
/** After this time, the shop has done the jobs of the purchases. */
const SETTLE_MS = 2_000

const shop = await startDistributedShop({ NODE_ENV: 'test' })
try {
  const rooms = {
    commandServicesMs: shop.commands,
    gatewayMs: [shop.gateway],
    queryServicesMs: shop.queries,
    projectionsMs: shop.projections,
  }
  const usedMs = () =>
    Object.entries(rooms).map(
      ([name, all]) => [name, all.reduce((sum, { pid }) => sum + processorMsOf(pid), 0)] as const,
    )
  const product = await listProduct(await adminAt(shop.url), { countInStock: 1_000_000 })
  const customers = await Promise.all(Array.from({ length: LANES }, () => customerAt(shop.url)))
  const { sides } = await report({
    title: `A purchase over servers: processor time, ${purchases} purchases a round`,
    sides: [{ name: 'a purchase', run: buyAll }],
    rounds: Number(values.rounds),
  })
  judge('processor ms in the command-services', sides[0]?.medians.commandServicesMs ?? Number.NaN, {
    most: MOST_MS,
  })

  async function buyAll() {
    const before = new Map(usedMs())
    let left = purchases
    const lanes = customers.map(async (customer) => {
      while (left-- > 0) await buy(customer, product)
    })
    await Promise.all(lanes)
    await sleep(SETTLE_MS)
    return Object.fromEntries(usedMs().map(([name, ms]) => [name, (ms - before.get(name)!) / purchases]))
  }
} finally {
  await shop.close()
}
