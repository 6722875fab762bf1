import type { ProductDocument } from '@shop/language/read-models/products'
import { CatalogueIndex } from '../src/catalogue/catalogue-index.ts'
import { countFacets } from '../src/catalogue/count-facets.ts'
import { type Sort, search, type Wanted } from '../src/catalogue/search.ts'

/** The catalogue's index beside a plain loop over the same products, in turns. `node query-service/bench/catalogue.ts [products]` */

const COUNT = Number(process.argv[2] ?? 100_000)
const LIMIT = 24
const ROUNDS = 5

let seed = 42
function random() {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 2 ** 32
}
const oneOf = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value
const someOf = <Value>(values: readonly Value[]) => values.filter(() => random() < 0.5)

const genders = ['Men', 'Women', 'Unisex']
const categories = ['Top Wear', 'Bottom Wear', 'Outerwear']
const colors = ['Red', 'Blue', 'Green', 'Black', 'White']
const sizes = ['XS', 'S', 'M', 'L', 'XL']
const vocabulary = Array.from({ length: 5000 }, (_, n) => `${oneOf(['sh', 'tw', 'lin', 'cor', 'wo'])}${n.toString(36)}`)

const productOf = (n: number): ProductDocument => ({
  _id: `p${n}`,
  name: `${oneOf(vocabulary)} ${oneOf(vocabulary)}`,
  description: Array.from({ length: 20 }, () => oneOf(vocabulary)).join(' '),
  priceCents: 900 + Math.floor(random() * 20_000),
  sku: `SEL-${n}`,
  category: oneOf(categories),
  brand: oneOf(['Ondine', 'Fenn', 'Halden', 'Marlowe']),
  material: oneOf(['Cotton', 'Polyester', 'Denim', 'Leather']),
  gender: oneOf(genders),
  collections: oneOf(['Weekend', 'City', 'Coast']),
  sizes: someOf(sizes),
  colors: someOf(colors),
  images: [],
  tones: {},
  listedAt: '2026-01-01T00:00:00.000Z',
  listedPosition: String(n).padStart(16, '0'),
  version: 0,
  sold: Math.floor(random() ** 4 * 1000),
  deleted: false,
})

const all = Array.from({ length: COUNT }, (_, n) => productOf(n))
const listed = (product: ProductDocument) => ({ product, available: 5, counts: 1 })

const heapBefore = heapMegabytes()
const index = new CatalogueIndex()
const loadMs = processorMicros(() => index.putNew(all.map(listed))) / 1000
console.log(
  `${COUNT} products: index built in ${loadMs.toFixed(0)} ms, ${(heapMegabytes() - heapBefore).toFixed(0)} MB beside the documents`,
)

const combinations = Array.from({ length: 200 }, (): Wanted => {
  const minCents = Math.floor(random() * 10_000)
  return {
    gender: [oneOf(genders)],
    category: [oneOf(categories)],
    color: [oneOf(colors)],
    size: [oneOf(sizes)],
    minCents,
    maxCents: minCents + 8000,
  }
})
const words = Array.from({ length: 200 }, () => oneOf(vocabulary).slice(0, 5))
const cheapest: Sort = { order: 'price', descending: false }
const newest: Sort = { order: 'age', descending: true }
const bestSold: Sort = { order: 'sold', descending: true }
let n = 0
const next = <Value>(values: readonly Value[]) => values[n++ % values.length] as Value

compare('filters, cheapest first', {
  index: () => search(index, next(combinations), cheapest, LIMIT).entries.length,
  loop: () => loop(next(combinations), (one, other) => one.priceCents - other.priceCents),
})
compare('filters, most sold first', {
  index: () => search(index, next(combinations), bestSold, LIMIT).entries.length,
  loop: () => loop(next(combinations), (one, other) => other.sold - one.sold),
})
compare('beginning of a word, newest first', {
  index: () => search(index, { search: next(words) }, newest, LIMIT).entries.length,
  loop: () => loop({ search: next(words) }, (one, other) => (one.listedPosition < other.listedPosition ? 1 : -1)),
})
compare('no filter, newest first', { index: () => search(index, {}, newest, LIMIT).entries.length })
compare('facets of a filter', { index: () => countFacets(index, next(combinations)).total })
compare('facets of everything', { index: () => countFacets(index, {}).total })
compare('one product sold', {
  index: () => {
    const entry = index.entries[Math.floor(random() * COUNT)]
    if (entry) index.put(listed({ ...entry.product, sold: entry.product.sold + 1 }))
  },
})
compare('one price changed', {
  index: () => {
    const entry = index.entries[Math.floor(random() * COUNT)]
    if (entry) index.put(listed({ ...entry.product, priceCents: 900 + Math.floor(random() * 20_000) }))
  },
})
compare('one by its id', { index: () => index.get(`p${Math.floor(random() * COUNT)}`) })

function loop(wanted: Wanted, order: (one: ProductDocument, other: ProductDocument) => number) {
  const { gender, category, color, size, minCents = 0, maxCents = Infinity, search: beginning } = wanted
  return all
    .filter(
      (one) =>
        (!gender || gender.includes(one.gender)) &&
        (!category || category.includes(one.category)) &&
        (!color || one.colors.some((value) => color.includes(value))) &&
        (!size || one.sizes.some((value) => size.includes(value))) &&
        one.priceCents >= minCents &&
        one.priceCents <= maxCents &&
        (!beginning || `${one.name} ${one.description}`.split(' ').some((word) => word.startsWith(beginning))),
    )
    .sort(order)
    .slice(0, LIMIT).length
}

/** The medians of several rounds in processor time, the candidates taking turns: other programs on the machine count little. */
function compare(what: string, candidates: Readonly<Record<string, () => unknown>>) {
  const micros: Record<string, number[]> = {}
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, work] of Object.entries(candidates)) micros[name] = [...(micros[name] ?? []), microsPerCall(work)]
  const medians = Object.entries(micros).map(
    ([name, values]) =>
      `${name} ${(values.toSorted((one, other) => one - other)[ROUNDS >> 1] as number).toFixed(1)} µs`,
  )
  console.log(`${what.padEnd(36)} ${medians.join(' · ')}`)
}

function microsPerCall(work: () => unknown) {
  for (let times = 1; ; times *= 2) {
    const micros = processorMicros(() => {
      for (let n = 0; n < times; n++) work()
    })
    if (micros > 50_000) return micros / times
  }
}

function processorMicros(work: () => void) {
  const start = process.cpuUsage()
  work()
  return process.cpuUsage(start).user
}

function heapMegabytes() {
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1e6
}
