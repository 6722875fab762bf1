import { demoCatalogue } from '@shop/demo/demo-catalogue'
import { tokensOf } from '@shop/language/read-models/tokens'
import type { Plan } from '../../tools/bench/compare.ts'
import { CatalogueIndex } from '../src/catalogue/in-memory/catalogue-index.ts'
import { sortPositionOf } from '../src/catalogue/in-memory/entry.ts'
import { cursorOf, firstOf, search } from '../src/catalogue/in-memory/search.ts'
import { type Bits, keep } from '../src/catalogue/in-memory/slot-set.ts'
import { newest, relevance } from '../src/catalogue/recommended.ts'
import { oneOf, productOf, random } from './catalogue-shop.ts'

const LIMIT = 24
const QUERIES = 200

const demo = await demoCatalogue()
const names = demo.map(({ name }) => name.split(' '))
const said = demo.flatMap(({ description }) => description.split(' '))

/** Products that are called and described in the words of the demo's: `Breton Denim Skirt`. */
const clothesOf = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    product: {
      ...productOf(n),
      name: `${oneOf(names)[0]} ${oneOf(names)[0]} ${oneOf(names).at(-1)}`,
      description: Array.from({ length: 25 }, () => oneOf(said)).join(' '),
    },
    available: 5,
    fewest: 5,
    lines: [],
    counts: 1,
  }))

/** TABLE: what is typed, from the three words of a product's name. */
const typed: Readonly<Record<string, (name: readonly string[]) => string>> = {
  word: ([, , garment = '']) => garment,
  words: ([first, , garment]) => `${first} ${garment}`,
  beginning: ([, , garment = '']) => garment.slice(0, 4),
}

/** The first page of what is searched for, by the beginnings of words alone and as a shopper means it. */
export function comparison(count: number): Plan {
  const index = new CatalogueIndex()
  index.putNew(clothesOf(count))
  const queries = Object.entries(typed).map(([kind, of]) => ({
    kind,
    texts: Array.from({ length: QUERIES }, () =>
      of(index.entryIn(Math.floor(random() * count)).product.name.split(' ')),
    ),
  }))
  const side = (name: string, answer: (text: string) => unknown) => ({
    name,
    run: () => Object.fromEntries(queries.map(({ kind, texts }) => [kind, microsPerCall(texts, answer)])),
  })
  return {
    title: `${count} products: the first page of a search, in µs of processor time`,
    sides: [
      side('beginnings of words alone', (text) => beginnings(index, text)),
      side('as a shopper means it', (text) => search(index, { search: text }, relevance, LIMIT)),
    ],
  }
}

/** Every word must be the beginning of a word, and the newest is first. */
function beginnings(index: CatalogueIndex, text: string) {
  const bits: Bits = new Int32Array((index.entries.length + 31) >>> 5)
  index.all.addTo(bits)
  for (const word of tokensOf(text)) {
    const any: Bits = new Int32Array(bits.length)
    for (const { all } of index.words.beginningWith(word)) all.addTo(any)
    keep(bits, any)
  }
  const listings = firstOf(index, bits, {}, newest, LIMIT + 1)
  const last = listings[LIMIT - 1]
  return { listings, next: last && cursorOf(sortPositionOf(last, newest.by), newest) }
}

/** Processor time: what else runs on the machine counts little. */
function microsPerCall(texts: readonly string[], work: (text: string) => unknown) {
  for (let times = 1; ; times *= 2) {
    const begun = process.cpuUsage()
    for (let n = 0; n < times; n++) for (const text of texts) work(text)
    const { user, system } = process.cpuUsage(begun)
    if (user + system > 50_000) return (user + system) / (times * texts.length)
  }
}
