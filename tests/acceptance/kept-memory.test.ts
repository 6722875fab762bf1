import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@shop/stores/test-support/free-port'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShopper } from '../hostile/honest-shopper.ts'
import type { RoomProcess } from '../support/room-process.ts'
import { spawnShop } from '../support/shop-process.ts'

const REPORTS_MEMORY = new URL('./report-memory.ts', import.meta.url).href
const MIB = 1024 * 1024
const AT_ONCE = 8
const [WARM_UP, REQUESTS] = [1_200, 1_600]
const SOON = { interval: 1000 }

// Only on Linux, every address of 127.* belongs to this machine.
describe.runIf(process.platform === 'linux')('the memory of the embedded shop', () => {
  let folder: string
  let shop: RoomProcess
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'selvedge-memory-'))
    shop = spawnShop(folder, await freePort(), { NODE_OPTIONS: `--import ${REPORTS_MEMORY}` }, { web: true })
    await shop.ready()
  })
  afterAll(async () => {
    await shop.end('SIGKILL')
    rmSync(folder, { recursive: true })
  })

  async function memory(): Promise<{ kept: number; young: number }> {
    const reports = () => shop.output().match(/^memory .+$/gm) ?? []
    const before = reports().length
    shop.signal('SIGUSR2')
    await expect.poll(() => reports().length).toBe(before + 1)
    return JSON.parse(reports().at(-1)!.slice('memory '.length))
  }

  /** Measures the memory in use once the last requests have released theirs. */
  async function settled(): Promise<number> {
    let least = Number.POSITIVE_INFINITY
    for (let n = 0; n < 4; n++) {
      least = Math.min(least, (await memory()).kept)
      await sleep(1000)
    }
    return least
  }

  test('honest requests leave almost nothing in memory, and the heap does not grow', async () => {
    const { askNext, close } = await openShopper(shop.url)
    const ask = async (requests: number) => {
      let left = requests
      const lanes = Array.from({ length: AT_ONCE }, async () => {
        while (left-- > 0) expect((await askNext()).status).toBeLessThan(400)
      })
      await Promise.all(lanes)
    }
    await ask(WARM_UP)
    const before = await settled()
    await ask(REQUESTS)
    close()
    // Each request uses a new guest and a new cart. The shop caches guests and carts up to a limit. Soon after the last requests, their
    // memory is released.
    await expect.poll(async () => (await memory()).kept - before, SOON).toBeLessThan(2 * MIB)
    expect((await memory()).young).toBeLessThanOrEqual(24 * MIB)
  })
})
