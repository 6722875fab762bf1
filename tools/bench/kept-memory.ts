import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@shop/stores/test-support/free-port'
import { openShopper } from '../../tests/hostile/honest-shopper.ts'
import { spawnShop } from '../../tests/support/shop-process.ts'
import { optionsOf } from './options.ts'

/**
 * `npm run bench -- memory` measures how much memory stays in use after ordinary requests to the embedded shop, and how much memory the
 * heap reserves for new objects. A warm-up fills the shop's caches first. Linux only: there, every address of 127.* belongs to this
 * machine.
 */
optionsOf('npm run bench -- memory', {})
const REPORTS_MEMORY = new URL('./report-memory.ts', import.meta.url).href
const MIB = 2 ** 20
const AT_ONCE = 8
const [WARM_UP, REQUESTS] = [1_200, 1_600]
const MOST_MIB = { kept: 2, young: 24 }
/** Looks once a second, because the last requests release their memory only some seconds later. */
const LOOKS = 20
type Memory = Readonly<{ kept: number; young: number }>

await using opening = new AsyncDisposableStack()
const folder = mkdtempSync(join(tmpdir(), 'selvedge-memory-'))
opening.defer(() => rmSync(folder, { recursive: true }))
const shop = spawnShop(
  folder,
  await freePort(),
  { NODE_ENV: 'test', NODE_OPTIONS: `--import ${REPORTS_MEMORY}` },
  { web: true },
)
opening.defer(async () => void (await shop.end('SIGKILL')))
await shop.ready()
const { askNext, close } = await openShopper(shop.url)
await ask(WARM_UP)
const before = await leastKept()
await ask(REQUESTS)
const { young } = await memory()
close()
report(`kept after ${REQUESTS.toLocaleString('en-US')} requests`, (await leastKept()) - before, MOST_MIB.kept)
report('reserved for new objects', young, MOST_MIB.young)

async function ask(requests: number) {
  let left = requests
  const lanes = Array.from({ length: AT_ONCE }, async () => {
    while (left-- > 0) {
      const { kind, status } = await askNext()
      // A checkout gets 409 while the customer's previous checkout is still running.
      if (status >= 400 && status !== 409) throw new Error(`${kind} was answered with ${status}`)
    }
  })
  await Promise.all(lanes)
}

async function memory(): Promise<Memory> {
  const reports = () => shop.output().match(/^memory .+$/gm) ?? []
  const known = reports().length
  shop.signal('SIGUSR2')
  while (reports().length === known) await sleep(20)
  return JSON.parse(reports().at(-1)!.slice('memory '.length))
}

async function leastKept(): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let n = 0; n < LOOKS; n++) {
    least = Math.min(least, (await memory()).kept)
    await sleep(1000)
  }
  return least
}

function report(what: string, bytes: number, mostMiB: number) {
  const isMore = bytes > mostMiB * MIB
  if (isMore) process.exitCode = 1
  const found = `${(bytes / MIB).toFixed(1)} MiB`
  process.stdout.write(`${what}: ${found} of at most ${mostMiB} MiB${isMore ? ': TOO MUCH' : ''}\n`)
}
