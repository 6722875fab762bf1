import { setTimeout as sleep } from 'node:timers/promises'
import { adminAt, guestAt, lineOf, listProduct } from '../../tests/support/people.ts'
import { percentile, processorMsOf } from '../labs/crash/starts.ts'
import type { Side } from './compare.ts'
import { median } from './median.ts'
import { optionsOf } from './options.ts'
import { report } from './report.ts'
import { openTails } from './tail-listeners.ts'
import { startInOneProcess, startOverServers } from './tailed-shop.ts'

/*
 * `npm run bench -- tails` measures how much more processor time a command takes with a hundred open tails. Then it measures how long a
 * changed price takes to reach a tail, in a quiet and in a busy shop. With `--servers`, each shop runs as several processes. `--json FILE`
 * writes the figures to a file.
 */
const values = optionsOf('npm run bench -- tails', {
  tails: { type: 'string', default: '100' },
  seconds: { type: 'string', default: '2' },
  rounds: { type: 'string', default: '20' },
  changes: { type: 'string', default: '60' },
  servers: { type: 'boolean', default: false },
  json: { type: 'string' },
})
const AT_ONCE = 8
const MOST_IN_CART = 20
/** After this time, the shop has done all the work that new tails or commands cause. */
const SETTLE_MS = 700
const LATE_MS = 1_000
const GIVE_UP_MS = 10_000
const say = (line: string) => process.stdout.write(`${line}\n`)

await using opening = new AsyncDisposableStack()
const start = async () => {
  const shop = opening.adopt(await (values.servers ? startOverServers() : startInOneProcess()), ({ close }) => close())
  const admin = await adminAt(shop.url)
  return { ...shop, admin, product: await listProduct(admin, { countInStock: 1_000_000 }) }
}
type Shop = Awaited<ReturnType<typeof start>>
const [plain, followed] = [await start(), await start()]

const many = Number(values.tails)
let received = 0
const tails = await openTails(followed.url, followed.admin.token!, Array(many).fill(''), () => (received += 1))
const { sides } = await report({
  title: `Tails: processor time of ${values.servers ? 'the shop of several processes' : 'the shop and of analysis'}`,
  sides: [buyingIn('no tail', plain), buyingIn(`${many} tails`, followed)],
  rounds: Number(values.rounds),
  warmUps: 2,
})
if (!tails.areAllOpen()) throw new Error('Not all tails stayed open')
tails.close()
const ratio = sides[1]?.ratios.microsACommand ?? Number.NaN
say(
  `With ${many} open tails, a command takes ${((ratio - 1) * 100).toFixed(1)} % more processor time (all processes together)`,
)
say(`Each tail received ${Math.round(received / many)} messages\n`)

await reportDelays('a quiet shop')
const stop = new AbortController()
const busy = buying(plain, stop.signal)
await reportDelays('a busy shop')
stop.abort()
await busy

function buyingIn(name: string, shop: Shop): Side {
  return {
    name,
    async run() {
      const [before, begunMs] = [usedMs(shop), performance.now()]
      const commands = await buying(shop, AbortSignal.timeout(Number(values.seconds) * 1000))
      const tookMs = performance.now() - begunMs
      await sleep(SETTLE_MS)
      const used = Object.entries(usedMs(shop)).map(([name, ms]) => [
        `${name}Micros`,
        (1000 * (ms - before[name]!)) / commands,
      ])
      const microsACommand = used.reduce((sum, [, micros]) => sum + Number(micros), 0)
      const figures: Record<string, number> = Object.fromEntries(used)
      return { microsACommand, ...figures, commandsASecond: (1000 * commands) / tookMs }
    },
  }
}

function usedMs({ processes }: Shop): Readonly<Record<string, number>> {
  const used = Object.entries(processes).map(([name, pids]) => [
    name,
    pids.map(processorMsOf).reduce((a, b) => a + b, 0),
  ])
  return Object.fromEntries(used)
}

async function buying({ url, product }: Shop, signal: AbortSignal) {
  let commands = 0
  async function buy() {
    let guest = guestAt(url)
    for (let n = 1; !signal.aborted; n++) {
      if (n % MOST_IN_CART === 0) guest = guestAt(url)
      const { status } = await guest.post('/api/cart', { ...lineOf(product), guestId: guest.guestId })
      if (status !== 200) throw new Error(`adding to the cart was answered with ${status}`)
      commands++
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, buy))
  return commands
}

/** The pauses between the changes of the price differ, so that a change can come at any moment between two reads of the log. */
async function reportDelays(where: string) {
  const { url, admin, product } = plain
  let change = Promise.withResolvers<void>()
  const { close } = await openTails(url, admin.token!, ['type=ProductEdited'], (text) => {
    if (text.includes('"ProductEdited"')) change.resolve()
  })
  await sleep(SETTLE_MS)
  const [sentMs, answeredMs]: [number[], number[]] = [[], []]
  for (let n = 0; n < Number(values.changes); n++) {
    await sleep((n * 137) % 600)
    change = Promise.withResolvers()
    const heard = change.promise.then(() => performance.now())
    const begunMs = performance.now()
    await admin.put(`/api/products/${product._id}`, { price: 30 + (n % 50) })
    const doneMs = performance.now()
    const heardMs =
      (await Promise.race([heard, sleep(GIVE_UP_MS, undefined, { ref: false })])) ?? Number.POSITIVE_INFINITY
    sentMs.push(heardMs - begunMs)
    answeredMs.push(Math.max(0, heardMs - doneMs))
  }
  close()
  if (median(answeredMs) > LATE_MS) process.exitCode = 1
  say(
    `A changed price was in a tail of ${where}: ${inWords(sentMs)} after the request was sent, ${inWords(answeredMs)} after it was answered`,
  )
}

function inWords(ms: readonly number[]) {
  const [half, most, worst] = [0.5, 0.95, 1].map((share) => Math.round(percentile(ms, share)))
  return `p50 ${half}, p95 ${most}, at most ${worst} ms`
}
