import { memoryUsage } from 'node:process'
import type { ProductDocument } from '@shop/language/read-models/products'
import { report } from '../../tools/bench/report.ts'
import type { Wanted } from '../src/catalogue/catalogue.ts'
import { createInMemoryCatalogue } from '../src/catalogue/in-memory/in-memory-catalogue.ts'
import { newest } from '../src/catalogue/recommended.ts'
import {
  categories,
  colors,
  createShelf,
  genders,
  oneOf,
  productOf,
  random,
  sizes,
  vocabulary,
} from './catalogue-shop.ts'

/**
 * What it costs to keep all products in memory: filling it beside merely parsing the same documents, questions beside
 * a look at every product, and a change beside parsing the changed document. `npm run bench:catalogue -- [products]`
 */
const COUNT = Number(process.argv.slice(2).find((arg) => /^\d+$/.test(arg)) ?? 100_000)
const LIMIT = 24

const all = Array.from({ length: COUNT }, (_, n) => productOf(n))
const shelf = createShelf(all)
const filled = async () => {
  const catalogue = createInMemoryCatalogue(shelf.readStore)
  await catalogue.size()
  return catalogue
}

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
const words = Array.from({ length: 200 }, (): Wanted => ({ search: oneOf(vocabulary).slice(0, 5) }))

await report({
  title: `${COUNT} products: filling the memory`,
  rounds: 3,
  sides: [
    { name: 'parsing the documents', run: () => weighed(async () => shelf.parse()) },
    { name: 'the catalogue', run: () => weighed(filled) },
  ],
})

const catalogue = await filled()
await report({
  title: `${COUNT} products: a question, in µs of processor time`,
  sides: [
    {
      name: 'a look at every product',
      run: async () => ({
        list: await microsPerCall(() =>
          lookedThrough(oneOf(combinations), (one, other) => one.priceCents - other.priceCents),
        ),
        search: await microsPerCall(() =>
          lookedThrough(oneOf(words), (one, other) => (one.listedPosition < other.listedPosition ? 1 : -1)),
        ),
        facets: await microsPerCall(() => countedThrough(oneOf(combinations))),
      }),
    },
    {
      name: 'the catalogue',
      run: async () => ({
        list: await microsPerCall(() => catalogue.list(oneOf(combinations), { by: 'price', descending: false }, LIMIT)),
        search: await microsPerCall(() => catalogue.list(oneOf(words), newest, LIMIT)),
        facets: await microsPerCall(() => catalogue.facets(oneOf(combinations))),
        facetsOfAll: await microsPerCall(() => catalogue.facets({})),
        byId: await microsPerCall(() => catalogue.get(oneOf(all)._id)),
      }),
    },
  ],
})

const change = (become: (product: ProductDocument) => Partial<ProductDocument>) => async () => {
  const product = oneOf(all)
  shelf.changed({ ...product, ...become(product) })
}
await report({
  title: `${COUNT} products: one of them changes, in µs of processor time`,
  sides: [
    {
      name: 'writing and parsing its document',
      run: async () => ({ change: await microsPerCall(() => JSON.parse(JSON.stringify(oneOf(all)))) }),
    },
    {
      name: 'it is sold',
      run: async () => ({ change: await microsPerCall(change(() => ({ sold: Math.floor(random() * 1000) }))) }),
    },
    {
      name: 'its price',
      run: async () => ({
        change: await microsPerCall(change(() => ({ priceCents: 900 + Math.floor(random() * 20_000) }))),
      }),
    },
    {
      name: 'its description',
      run: async () => ({
        change: await microsPerCall(
          change(() => ({ description: Array.from({ length: 20 }, () => oneOf(vocabulary)).join(' ') })),
        ),
      }),
    },
  ],
})

console.log(`Resident memory of the whole process at the end: ${(memoryUsage.rss() / 1e6).toFixed(0)} MB`)

/** The products that match, in order: the first of them. */
function lookedThrough(wanted: Wanted, order: (one: ProductDocument, other: ProductDocument) => number) {
  return matchesOf(wanted).sort(order).slice(0, LIMIT)
}

/** How many of the products that match have each color; the other facets would each take as long again. */
function countedThrough(wanted: Wanted) {
  const counts = new Map<string, number>()
  for (const { colors: values } of matchesOf({ ...wanted, color: undefined }))
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

function matchesOf({ gender, category, color, size, minCents = 0, maxCents = Infinity, search }: Wanted) {
  return all.filter(
    (one) =>
      (!gender || gender.includes(one.gender)) &&
      (!category || category.includes(one.category)) &&
      (!color || one.colors.some((value) => color.includes(value))) &&
      (!size || one.sizes.some((value) => size.includes(value))) &&
      one.priceCents >= minCents &&
      one.priceCents <= maxCents &&
      (!search || `${one.name} ${one.description}`.split(' ').some((word) => word.startsWith(search))),
  )
}

/** Processor time and what stays on the heap, documents included. */
async function weighed(make: () => Promise<unknown>) {
  shelf.forget()
  const before = heapMB()
  const { user, system } = process.cpuUsage()
  const made = await make()
  const used = process.cpuUsage({ user, system })
  return {
    cpuMs: (used.user + used.system) / 1000,
    heapMB: heapMB() - before,
    ...(made === undefined && { nothing: 1 }),
  }
}

function heapMB() {
  if (!globalThis.gc) throw new Error('To be run with --expose-gc, as npm run bench:catalogue does')
  globalThis.gc()
  const { heapUsed, external } = memoryUsage()
  return (heapUsed + external) / 1e6
}

/** Processor time: what else runs on the machine counts little. */
async function microsPerCall(work: () => unknown) {
  for (let times = 1; ; times *= 2) {
    const begun = process.cpuUsage()
    for (let n = 0; n < times; n++) await work()
    const { user, system } = process.cpuUsage(begun)
    if (user + system > 50_000) return (user + system) / times
  }
}
