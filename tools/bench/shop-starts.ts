import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@shop/stores/test-support/free-port'
import { readyOf, type Shop, startShop } from '../labs/crash/starts.ts'
import type { Side } from './compare.ts'
import { judge } from './judge.ts'
import { optionsOf } from './options.ts'
import { report } from './report.ts'
import { makeFilledShop } from './shop/filled-shop.ts'

/*
 * `npm run bench -- start` compares how long a shop with a long log and a shop with an empty log take to answer and to be ready. The run
 * fails if the first answer takes longer than its goal, or a stop longer than promised (reliability R13). `--events`, `--products` and
 * `--rounds` set the numbers, and `--json FILE` writes the figures.
 */
const values = optionsOf('npm run bench -- start', {
  events: { type: 'string', default: '100000' },
  products: { type: 'string', default: '10000' },
  rounds: { type: 'string', default: '5' },
  json: { type: 'string' },
})
const MOST_STOP_MS = 10_000
const MOST_ANSWER_MS = 600
const [events, products] = [Number(values.events), Number(values.products)]
const folder = mkdtempSync(join(tmpdir(), 'selvedge-starts-'))
try {
  const sold = join(folder, 'sold')
  await makeFilledShop(sold, { products, events })
  const port = await freePort()
  const { sides } = await report({
    title: `Starts of a shop: ${events} events, ${products} products`,
    sides: [startIn('an empty shop', join(folder, 'empty'), port), startIn(`${events} events`, sold, port)],
    rounds: Number(values.rounds),
    warmUps: 1,
  })
  judge('the first answer, in ms', sides[1]?.medians.firstAnswerMs ?? Number.NaN, { most: MOST_ANSWER_MS })
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
        const [firstAnswerMs, ready] = await Promise.all([firstAnswerOf(shop), readyOf(shop)])
        const { ms: wallMs, processorMs } = ready!
        const begunMs = performance.now()
        await shop.end('SIGTERM')
        return { firstAnswerMs, wallMs, processorMs, stopMs: performance.now() - begunMs }
      } finally {
        await shop.end('SIGKILL')
      }
    },
  }
}

async function firstAnswerOf({ url, startedMs, hasEnded }: Shop): Promise<number> {
  for (; !hasEnded(); await sleep(5)) {
    const answer = await fetch(`${url}/api/products`).catch(() => undefined)
    await answer?.arrayBuffer()
    if (answer?.status === 200) return performance.now() - startedMs
  }
  return Number.NaN
}
