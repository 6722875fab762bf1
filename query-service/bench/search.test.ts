import { expect, test } from 'vitest'
import { compare } from '../../tools/bench/compare.ts'
import { comparison } from './search-shop.ts'

const MOST = 1.5
/** With fewer, what a search costs is mostly the same for any query, and little beside what else the machine does. */
const PRODUCTS = 50_000
/** What else the machine does comes and goes: a search that is slower is slower each time. */
const TRIES = 4

test('a search that understands clothes takes at most 1.5 times as long as one by beginnings of words', async () => {
  const ratios: number[] = []
  while (ratios.length < TRIES && !ratios.some((ratio) => ratio < MOST)) ratios.push(await ratio())
  expect(Math.min(...ratios), ratios.join(', ')).toBeLessThan(MOST)
})

async function ratio() {
  const { sides } = await compare({ ...comparison(PRODUCTS), rounds: 3 })
  const [plain = 0, understanding = 0] = sides.map(({ medians }) =>
    Object.values(medians).reduce((sum, micros) => sum + micros, 0),
  )
  return understanding / plain
}
