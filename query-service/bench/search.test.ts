import { expect, test } from 'vitest'
import { compare } from '../../tools/bench/compare.ts'
import { comparison } from './search-shop.ts'

test('a search that understands clothes takes at most 1.5 times as long as one by beginnings of words', async () => {
  const { sides } = await compare({ ...comparison(20_000), rounds: 3 })
  const [plain = 0, understanding = 0] = sides.map(({ medians }) =>
    Object.values(medians).reduce((sum, micros) => sum + micros, 0),
  )
  expect(understanding).toBeLessThan(1.5 * plain)
})
