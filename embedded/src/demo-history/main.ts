import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openTrail } from '@shop/gateway/trail/create-trail'
import { START } from '@shop/language/events/event'
import { projections } from '@shop/projections/all'
import { runProjections } from '@shop/projections/run-projections'
import { type Config, ConfigError, readConfig } from '@shop/server/config'
import { openShopClock } from '@shop/server/shop-clock'
import { openStores } from '../open-stores.ts'
import { createChance } from './chance.ts'
import { planVisits } from './days.ts'
import { createDemoShop, DAY_MS, HOUR_MS, type PageViewsOfVisits } from './demo-shop.ts'
import { ownersDays } from './owner.ts'
import { createPageViews } from './page-views.ts'
import { createPassingTime, type PassingTime } from './passing-time.ts'
import { openPastRooms } from './past-rooms.ts'

const USAGE = 'npm run shop -- demo:history [--days 120] [--visits 60] [--seed 1]'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Fills an empty data folder with the data of a shop that has been open for some days. */
async function main() {
  const { days, visits, seed } = readOptions()
  const given = readConfig()
  const password = given.admin.password ?? randomBytes(12).toString('base64url')
  const config = { ...given, admin: { ...given.admin, password } }
  const endMs = Date.now()
  const startMs = endMs - days * DAY_MS
  const begunMs = performance.now()

  await using opening = new AsyncDisposableStack()
  const stores = await openStores(opening, config, openShopClock(opening))
  if ((await stores.log.head()) !== START)
    throw new ConfigError(`DATA_DIR: ${resolve(config.dataFolder)} already contains a shop. Name an empty folder`)
  const time = createPassingTime(stores.log, startMs)
  const rooms = await openPastRooms(opening, config, stores, time.now)
  const shop = { ...rooms, ...time }
  await shop.firstStart(say)
  const demo = createDemoShop(shop, createChance(seed), endMs, pageViewsIn(opening, config, time, seed))
  const { counts } = demo
  planVisits(demo, startMs, days, visits)
  shop.begin(HOUR_MS, ownersDays(demo, config.admin as { email: string; password: string }))

  say(`${days} days pass…`)
  await shop.pass(endMs, shop.handleQueued, () => {
    const at = shop.now()
    if (at.getUTCDay() === 1)
      say(`  ${at.toISOString().slice(0, 10)}: ${counts.visits} visits, ${counts.orders} orders`)
  })
  await shop.leaveJobs(stores.jobs)
  say('Building the read models…')
  const building = new AbortController()
  const shown = runProjections(projections, stores.log, stores.readStore, building.signal)
  await shown.caughtUp
  building.abort()
  await shown.done

  const { read: events } = await stores.log.extent(await stores.log.head())
  say('')
  say(
    `${resolve(config.dataFolder)} has a shop of ${days} days, made in ${((performance.now() - begunMs) / 1000).toFixed(0)} s:`,
  )
  say(
    `  ${counts.visits} visits, ${demo.customers.length} customers, ${counts.orders} orders, ${counts.returns} returns, ${counts.declined} payments declined, ${events} events`,
  )
  say(`  ${counts.soldOut} times a visitor wanted a sold-out product`)
  for (const [what, times] of shop.unexpected) say(`  UNEXPECTED, ${times} times: ${what}`)
  if (shop.unexpected.size > 0) process.exitCode = 1
  if (given.admin.password === undefined)
    say(`The admin is ${config.admin.email}, the password ${password} (shown only once)`)
  say('npm start opens this shop.')
}

/** Page views have their own random numbers, so the history is the same with and without a trail. */
function pageViewsIn(
  opening: AsyncDisposableStack,
  { trailFolder }: Config,
  time: Pick<PassingTime, 'now'>,
  seed: number,
): PageViewsOfVisits {
  const now = () => time.now().getTime()
  const trail = trailFolder ? opening.adopt(openTrail(trailFolder, now, Date.now), (open) => open.close()) : undefined
  return (products) => {
    const names = products.map(({ product }) => product.name)
    return createPageViews(trail, createChance(seed + 1), names)
  }
}

function readOptions() {
  const options = { days: { type: 'string' }, visits: { type: 'string' }, seed: { type: 'string' } } as const
  const wrong = () => new ConfigError(`Usage: ${USAGE}; days 1 to 3650, visits a day 1 to 10000`)
  const { values } = parsed()
  const whole = (text: string | undefined, preset: number, most: number) => {
    const number = text === undefined ? preset : Number(text)
    if (!Number.isInteger(number) || number < 1 || number > most) throw wrong()
    return number
  }
  return {
    days: whole(values.days, 120, 3650),
    visits: whole(values.visits, 60, 10_000),
    seed: whole(values.seed, 1, 2 ** 31),
  }

  function parsed() {
    try {
      return parseArgs({ options })
    } catch {
      throw wrong()
    }
  }
}

try {
  await main()
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
