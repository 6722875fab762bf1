import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { oneOf, randomFrom, wholeBelow } from '@shop/language/values/random-from'
import type { SeenRow } from './past.ts'

const DAYS = ['2026-01-05', '2026-01-06', '2026-02-01']

/** Writes the counts of a trail, as two gateways would. */
export function madeTrail(folder: string, seed: number): readonly SeenRow[] {
  const random = randomFrom(seed)
  const all: SeenRow[] = []
  mkdirSync(folder, { recursive: true })
  for (const day of DAYS)
    for (const writer of ['one', 'two']) {
      const rows = Array.from({ length: 20 }, () => ({ ...someRow(random), day, device: 'phone', entry: 'direct' }))
      const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join('')
      writeFileSync(join(folder, `counts-${day}-${writer}.ndjson`), `${lines}{"day":"2026-01-05","what":"sear`)
      all.push(...rows)
    }
  writeFileSync(join(folder, 'counts-2026-01-05-one.ndjson.new'), `${JSON.stringify(all[0])}\n`)
  return all
}

function someRow(random: () => number) {
  const count = 1 + wholeBelow(random, 9)
  const kind = wholeBelow(random, 3)
  if (kind === 0) {
    const term = oneOf(random, ['linen', 'red coat', 'belt', null])
    return { what: 'search', thing: term, size: null, color: null, found: random() < 0.5, count }
  }
  const thing = oneOf(random, ['shirt', 'coat', 'socks', 'belt', 'gone', null])
  if (kind === 1) return { what: 'product seen', thing, size: null, color: null, found: null, count }
  const size = thing && oneOf(random, ['S', 'M', 'L'])
  return { what: 'refused add', thing, size, color: thing && '', found: null, count }
}
