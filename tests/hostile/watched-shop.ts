import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@shop/stores/test-support/free-port'
import { startDistributedShop } from '../support/distributed-shop.ts'
import type { RoomProcess } from '../support/room-process.ts'
import { spawnShop } from '../support/shop-process.ts'

export type Delays = Readonly<{ p99: number; max: number }>
export type WatchedShop = Awaited<ReturnType<typeof startWatchedShop>>

const DELAYS_WITHIN_MS = 5000

/** Starts a shop with all its limits. Its processes report their memory, and the delays of their event loops. */
export async function startWatchedShop(
  composition: 'embedded' | 'distributed',
  environment: Record<string, string> = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'selvedge-hostile-'))
  const watched = {
    RATE_LIMITS: 'on',
    PASSWORD_HASHES: 'real',
    LOOP_DELAYS: folder,
    NODE_OPTIONS: `--import ${new URL('./watch-loop.ts', import.meta.url).href}`,
    ...environment,
  }
  const { url, rooms, close } =
    composition === 'embedded' ? await embedded(folder, watched) : await distributed(watched)

  /** The delays of each process's event loop since the last call. */
  async function loopDelays(): Promise<readonly Delays[]> {
    const files = rooms.map(({ pid }) => join(folder, `${pid}.json`))
    await Promise.all(files.map((file) => rm(file, { force: true })))
    for (const room of rooms) room.signal('SIGUSR2')
    const endsAt = performance.now() + DELAYS_WITHIN_MS
    while (!files.every(existsSync) && performance.now() < endsAt) await sleep(10)
    return Promise.all(files.map(async (file) => JSON.parse(await readFile(file, 'utf8')) as Delays))
  }

  return {
    url,
    loopDelays,
    /** The memory of the process that uses the most. */
    rssMiB: () => Math.max(...rooms.map(({ pid }) => rssOf(pid))),
    async close() {
      await close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

type Running = Readonly<{ url: string; rooms: readonly RoomProcess[]; close: () => Promise<unknown> }>

async function embedded(folder: string, environment: Record<string, string>): Promise<Running> {
  const shop = spawnShop(join(folder, 'data'), await freePort(), environment, { web: true })
  await shop.ready()
  return { url: shop.url, rooms: [shop], close: () => shop.end('SIGKILL') }
}

async function distributed(environment: Record<string, string>): Promise<Running> {
  const shop = await startDistributedShop(environment)
  return { url: shop.url, rooms: [shop.gateway, ...shop.commands, ...shop.queries, shop.simulator], close: shop.close }
}

function rssOf(pid: number): number {
  const [, kib = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kib) / 1024
}
