import { readFileSync } from 'node:fs'
import { spawnRoom } from '../../../tests/support/room-process.ts'

/** `processorMs` is NaN on a system without `/proc`. */
export type Start = Readonly<{ ms: number; processorMs: number }>
export type Shop = ReturnType<typeof spawnRoom>

export const startShop = (port: number, environment: Record<string, string>, failpoint?: string): Shop =>
  spawnRoom('--import ./tools/labs/failpoints.ts embedded/src/main.ts --without-web', port, {
    ...environment,
    ...(failpoint && { FAILPOINT: failpoint }),
  })

/** Undefined if the shop died at its failpoint before it was ready. Throws if the shop ended in another way. */
export async function readyOf(shop: Shop, failpoint?: string): Promise<Start | undefined> {
  try {
    return { ms: await shop.ready(), processorMs: processorMsOf(shop.pid) }
  } catch (error) {
    if (failpoint && shop.hasEnded()) return requireKilled(shop)
    throw error
  }
}

/** Throws if the shop ended by itself. */
export async function requireKilled(shop: Shop): Promise<undefined> {
  const [code, signal] = await shop.exited
  if (signal !== 'SIGKILL') throw new Error(`The shop ended by itself with ${code}:\n${shop.output()}`)
}

/** The first start makes the folder and does not count. */
export async function startsOf(start: () => Shop, times: number): Promise<readonly Start[]> {
  const starts: Start[] = []
  for (let n = 0; n <= times && times > 0; n++) {
    const shop = start()
    starts.push((await readyOf(shop))!)
    await shop.end('SIGTERM')
  }
  return starts.slice(1)
}

export const percentile = (all: readonly number[], share: number) =>
  all.toSorted((one, other) => one - other)[Math.min(all.length - 1, Math.floor(all.length * share))] ?? 0

/** The process's name may have spaces, so the fields are counted after the name (proc(5)). */
export function processorMsOf(pid: number) {
  const HUNDREDTHS_MS = 10
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    return (Number(fields[11]) + Number(fields[12])) * HUNDREDTHS_MS
  } catch {
    return Number.NaN
  }
}
