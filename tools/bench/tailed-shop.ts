import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@shop/stores/test-support/free-port'
import { startDistributedShop } from '../../tests/support/distributed-shop.ts'
import { adminAt } from '../../tests/support/people.ts'
import { spawnRoom } from '../../tests/support/room-process.ts'
import { ADMIN } from '../../tests/support/shop.ts'

const COPIED_WITHIN_MS = 60_000

/**
 * With `TRUST_PROXY`, the bench can send a different `X-Forwarded-For` for each listener, so that no client or network exceeds its limit of
 * listeners.
 */
const environment = { NODE_ENV: 'test', ANALYSIS: 'on', TRAIL: 'off', RATE_LIMITS: 'off', TRUST_PROXY: 'true' }

/** Linux only (/proc). */
export type TailedShop = Readonly<{
  url: string
  processes: Readonly<Record<string, readonly number[]>>
  close: () => Promise<void>
}>

/** All rooms run in one process, except the room for analysts. */
export async function startInOneProcess(): Promise<TailedShop> {
  const folder = mkdtempSync(join(tmpdir(), 'selvedge-tails-'))
  const shop = spawnRoom('embedded/src/main.ts --without-web', await freePort(), {
    ...environment,
    DEMO: 'off',
    DATA_DIR: folder,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  })
  const close = async () => {
    await shop.end('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await shop.ready()
    await untilCopied(shop.url)
  } catch (error) {
    await close()
    throw error
  }
  const children = readFileSync(`/proc/${shop.pid}/task/${shop.pid}/children`, 'utf8').trim().split(' ').map(Number)
  return { url: shop.url, processes: { shop: [shop.pid], analysis: children }, close }
}

export async function startOverServers(): Promise<TailedShop> {
  const shop = await startDistributedShop(environment)
  const { url, gateway, commands, queries, projections, analysis, close } = shop
  const pids = (rooms: readonly { pid: number }[]) => rooms.map(({ pid }) => pid)
  try {
    await untilCopied(url)
  } catch (error) {
    await close()
    throw error
  }
  const others = pids([...queries, ...projections])
  const processes = { gateway: [gateway.pid], commandServices: pids(commands), others, analysis: pids(analysis) }
  return { url, processes, close }
}

async function untilCopied(url: string) {
  const admin = await adminAt(url)
  for (const endsAt = performance.now() + COPIED_WITHIN_MS; performance.now() < endsAt; await sleep(100))
    if ((await admin.get('/api/analysis/status')).status === 200) return
  throw new Error('The room for analysts does not answer')
}
