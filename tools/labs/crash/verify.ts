import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { strandedMoney } from './check-history.ts'

export type Verified = Readonly<{ name: string; code: number; output: string }>

/** After a crash, the shop must settle all money within this time (reliability R6: money becomes an order, a refund or a case). */
export const HEALED_WITHIN_MS = 60_000
const LOOK_AGAIN_MS = 500

const PROGRAMS = {
  'verify-log': 'tools/verify-log.ts',
  'verify-models': 'projections/src/verify-models/main.ts',
  'verify-books': 'command-service/src/books/main.ts',
}

function verify(name: keyof typeof PROGRAMS, dataFolder: string, ...words: readonly string[]) {
  const { promise, resolve } = Promise.withResolvers<Verified>()
  const env = { ...process.env, DATA_DIR: dataFolder }
  const child = execFile(process.execPath, [PROGRAMS[name], ...words], { env, maxBuffer: 2 ** 26 }, (_, out, error) =>
    resolve({ name, code: child.exitCode ?? -1, output: `${error}${out}`.trim() }),
  )
  return promise
}

export const verifyAll = (dataFolder: string): Promise<readonly Verified[]> =>
  Promise.all([
    verify('verify-log', dataFolder),
    verify('verify-models', dataFolder),
    verify('verify-books', dataFolder, '--settled'),
  ])

/** The time in ms. Undefined after `HEALED_WITHIN_MS`. */
export async function settled(dataFolder: string): Promise<number | undefined> {
  const begunMs = performance.now()
  while (performance.now() - begunMs < HEALED_WITHIN_MS) {
    const isSettled =
      (await strandedMoney(dataFolder)).length === 0 &&
      (await verify('verify-books', dataFolder, '--settled')).code === 0
    if (isSettled) return performance.now() - begunMs
    await sleep(LOOK_AGAIN_MS)
  }
  return undefined
}
