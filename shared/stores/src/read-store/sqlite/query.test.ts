import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import type { Query } from '../read-store.ts'
import { openTable } from './open-table.ts'
import { createPrepare, findPage, planOf } from './query.ts'
import { createTable, type Table } from './table.ts'

type Garment = {
  _id: string
  gender: string
  category: string
  priceCents: number
  colors: readonly string[]
  words: readonly string[]
}

const GENDERS = ['Women', 'Men', 'Kids', 'All']
const CATEGORIES = ['Shirts', 'Trousers', 'Coats', 'Knitwear', 'Shoes', 'Bags', 'Socks', 'Hats']
const COLORS = ['Navy', 'Red', 'Green', 'Sand', 'Black', 'White', 'Plum', 'Rust', 'Sky', 'Moss']

/** The values of the fields are not random, so that every run is the same. */
const garment = (n: number): Garment => ({
  _id: `g${String(n).padStart(6, '0')}`,
  gender: GENDERS[n % 4]!,
  category: CATEGORIES[Math.floor(n / 4) % 8]!,
  priceCents: ((n * 7919) % 20_000) + 500,
  colors: [COLORS[n % 10]!, COLORS[(n * 3 + 1) % 10]!],
  words: [`word${n % 500}`, `name${n}`],
})

function garments(count: number) {
  const db = new DatabaseSync(':memory:')
  db.exec('PRAGMA automatic_index = OFF; BEGIN')
  const shape = { searchedBy: ['gender', 'category', 'priceCents'], lists: ['colors', 'words'] }
  createTable(db, 'garments@1#1', shape)
  const table = openTable(db, 'garments@1#1', shape)
  const all = Array.from({ length: count }, (_, n) => garment(n))
  for (const document of all) table.write({ id: document._id, document })
  db.exec('COMMIT')
  return { db, table, all, prepare: createPrepare(db) }
}

const page = { limit: 20 }
const byPrice = { sortBy: { field: 'priceCents' } } as const
const questions: readonly [string, Query<Garment>][] = [
  ['all, by id', page],
  ['all, by price', { ...byPrice, ...page }],
  ['a common value', { anyOf: { gender: ['Women'] }, ...byPrice, ...page }],
  ['a common value, by id', { anyOf: { gender: ['Women'] }, ...page }],
  [
    'several values',
    { anyOf: { category: ['Coats', 'Bags'] }, sortBy: { field: 'priceCents', descending: true }, ...page },
  ],
  ['a price range, by price', { between: { priceCents: { from: 9000, to: 9100 } }, ...byPrice, ...page }],
  ['a price range, by id', { between: { priceCents: { from: 9000, to: 9100 } }, ...page }],
  ['a rare word', { startWith: { words: ['name77'] }, ...byPrice, ...page }],
  ['two words', { startWith: { words: ['word77', 'name77'] }, ...byPrice, ...page }],
  ['the start of a common word', { startWith: { words: ['word1'] }, ...byPrice, ...page }],
  ['the starts of two common words', { startWith: { words: ['word1', 'name1'] }, ...byPrice, ...page }],
  ['one of two colours', { anyOf: { colors: ['Red', 'Sky'] }, ...byPrice, ...page }],
  [
    'everything together',
    {
      anyOf: { gender: ['Women'], category: ['Shirts', 'Coats'], colors: ['Navy'] },
      between: { priceCents: { from: 2000, to: 9000 } },
      ...byPrice,
      ...page,
    },
  ],
  ['a missing value', { anyOf: { gender: ['Men', null] }, ...byPrice, ...page }],
  ['what there is none of', { anyOf: { gender: ['Nobody'] }, ...byPrice, ...page }],
]

test.each([300, 20_000])('with %i documents, every query uses an index', (count) => {
  const { db, table, prepare } = garments(count)
  for (const [name, query] of questions) {
    const { next } = findPage<Garment>(prepare, table, query)
    for (const asked of [query, ...(next ? [{ ...query, after: next }] : [])]) {
      const { sql, values } = planOf<Garment>(prepare, table, asked)
      const steps = db
        .prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .all(...values)
        .map(({ detail }) => String(detail))
      const scans = steps.filter(
        (step) => step.startsWith('SCAN') && !/USING (COVERING )?INDEX|json_each|SCAN led/.test(step),
      )
      expect(scans, `${name}: ${steps.join(' / ')}`).toEqual([])
      expect(steps.join(' / '), name).not.toMatch(/AUTOMATIC/)
      // A scan along the sort's index needs no sorting, and stops when the page is full.
      if (steps.some((step) => step.startsWith('SCAN t')))
        expect(steps, name).not.toContain('USE TEMP B-TREE FOR ORDER BY')
    }
  }
})

test('rare matches are looked up and sorted, and common matches are found by a scan in order', () => {
  const { db, table, prepare } = garments(20_000)
  const stepsOf = (wanted: string) => {
    const { sql, values } = planOf<Garment>(prepare, table, questions.find(([name]) => name === wanted)![1])
    return db
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...values)
      .map(({ detail }) => String(detail))
      .join(' / ')
  }
  for (const rare of ['a rare word', 'two words', 'what there is none of', 'a price range, by id'])
    expect(stepsOf(rare), rare).not.toMatch(/SCAN t/)
  for (const common of ['a common value', 'one of two colours', 'all, by price', 'the start of a common word'])
    expect(stepsOf(common), common).toMatch(/SCAN t/)
})

test('with 100,000 documents, each query gives the result of a full scan, and is faster', () => {
  const { db, table, all, prepare } = garments(100_000)
  const scan = db.prepare('SELECT document FROM "garments@1#1" NOT INDEXED')
  const bare: Table = { ...table, searchedBy: [], lists: [] }
  const scannedMs = timeOf(() => scan.all().filter(({ document }) => JSON.parse(String(document)).gender === 'Nobody'))
  for (const [name, query] of questions) {
    let documents: readonly Garment[] = []
    const ms = timeOf(() => {
      documents = findPage<Garment>(prepare, table, query).documents
    })
    expect(documents, name).toEqual(expected(all, query))
    expect(ms, name).toBeLessThan(scannedMs / 2)
  }
  expect(() => planOf<Garment>(prepare, bare, questions[1]![1])).toThrow('not searched by')
})

/** The shortest time of three runs, because a busy machine only adds time. */
function timeOf(work: () => unknown) {
  const times = [1, 2, 3].map(() => {
    const start = performance.now()
    work()
    return performance.now() - start
  })
  return Math.min(...times)
}

function expected(all: readonly Garment[], { anyOf, startWith, between, sortBy, limit }: Query<Garment>) {
  const valuesOf = (one: Garment, field: string) => [(one as unknown as Record<string, unknown>)[field]].flat()
  const found = all.filter(
    (one) =>
      Object.entries(anyOf ?? {}).every(([field, values]) =>
        valuesOf(one, field).some((value) => values.includes(value as string)),
      ) &&
      Object.entries(startWith ?? {}).every(([field, starts]) =>
        starts.every((start) => valuesOf(one, field).some((value) => String(value).startsWith(start))),
      ) &&
      Object.entries(between ?? {}).every(
        ([, { from, to }]) => one.priceCents >= Number(from) && one.priceCents <= Number(to),
      ),
  )
  const sign = sortBy?.descending ? -1 : 1
  const byId = (one: Garment, other: Garment) => (one._id < other._id ? -sign : sign)
  return found
    .toSorted((one, other) => (sortBy ? sign * (one.priceCents - other.priceCents) : 0) || byId(one, other))
    .slice(0, limit)
}
