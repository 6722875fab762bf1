import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { freePort } from '@shop/stores/test-support/free-port'
import { makeSoldShop } from '../labs/crash/sold-shop.ts'
import { readyOf, startShop } from '../labs/crash/starts.ts'
import type { Side } from './compare.ts'
import { judge } from './judge.ts'
import { report } from './report.ts'

/*
 * `npm run bench -- start` compares how long a shop with a long log and a shop with an empty log take to be ready. The run fails if the
 * median time of a shop's stops is longer than promised (reliability R13). `--json FILE` writes the figures.
 */
const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '5' },
    json: { type: 'string' },
  },
})
const MOST_STOP_MS = 10_000
const events = Number(values.events)
const folder = mkdtempSync(join(tmpdir(), 'selvedge-starts-'))
try {
  const sold = join(folder, 'sold')
  mkdirSync(sold)
  await makeSoldShop(sold, events)
  const port = await freePort()
  const { sides } = await report({
    title: `Starts of a shop, until it is ready: ${events} events`,
    sides: [startIn('an empty shop', join(folder, 'empty'), port), startIn(`${events} events`, sold, port)],
    rounds: Number(values.rounds),
    warmUps: 1,
  })
  const longestMs = Math.max(...sides.map(({ medians }) => medians.stopMs ?? Number.NaN))
  judge('a stop, in ms', longestMs, { most: MOST_STOP_MS })
} finally {
  rmSync(folder, { recursive: true })
}

function startIn(name: string, data: string, port: number): Side {
  return {
    name,
    async run() {
      const shop = startShop(port, { NODE_ENV: 'test', DEMO: 'off', DATA_DIR: data })
      try {
        const { ms: wallMs, processorMs } = (await readyOf(shop))!
        const begunMs = performance.now()
        await shop.end('SIGTERM')
        return { wallMs, processorMs, stopMs: performance.now() - begunMs }
      } finally {
        await shop.end('SIGKILL')
      }
    },
  }
}
