import type { Thing } from '@shop/language/analysis/things'
import type { Recorded } from '@shop/language/events/event'
import { apply } from '@shop/projections/fold'
import { type AnyProjection, anyProjection, changesOf } from '@shop/projections/projection'
import { cartProjection } from '@shop/projections/read-models/cart-projection'
import { orderProjection } from '@shop/projections/read-models/order-projection'
import { stockProjection } from '@shop/projections/read-models/stock-projection'
import { createWorkingSet } from '@shop/projections/working-set'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asOfFunctions } from '../../../web/src/analysis/questions/as-of-functions.ts'
import { KEY } from '../../test-support/copied-shop.ts'
import type { PastEvent } from '../../test-support/past.ts'
import { pastOf } from '../../test-support/past-of.ts'
import { withPseudonyms } from '../../test-support/with-pseudonyms.ts'
import { cartThing, orderThing, stockThing } from '../as-of/thing-views.ts'
import { createPseudonyms } from '../pseudonyms/pseudonyms.ts'
import { answerQuestion } from './answer-question.ts'
import { copySql } from './table-sql.ts'

const pseudonym = createPseudonyms(KEY)
type Of<Kind extends Thing['kind']> = Extract<Thing, { kind: Kind }>
type Rows = readonly (readonly unknown[])[]

type ShopFunction = readonly [
  sql: string,
  projection: object,
  view: (document: never) => Thing,
  rowsOf: (thing: never) => Rows,
]

/** TABLE: each function, with the projection of the shop that it must equal, and the rows of a thing. */
const functions: readonly ShopFunction[] = [
  [
    'SELECT orderId, customerId, country, status, totalCents, refundedCents FROM orders_as_of($n)',
    orderProjection,
    orderThing,
    ({ _id, customer, country, status, total, refunded }: Of<'order'>) => [
      [_id, customer, country || null, status, centsOf(total), centsOf(refunded)],
    ],
  ],
  [
    'SELECT productId, size, color, available, held, onHand FROM stock_as_of($n)',
    stockProjection,
    stockThing,
    ({ _id, lines }: Of<'stock'>) =>
      lines.map(({ size, color, onHand, reserved }) => [_id, size, color, onHand - reserved, reserved, onHand]),
  ],
  [
    'SELECT ownerId, productId, size, color, quantity, priceCents FROM carts_as_of($n)',
    cartProjection,
    cartThing,
    ({ _id, items }: Of<'cart'>) =>
      items.map(({ productId, size, color, quantity, price }) => [
        _id,
        productId,
        size,
        color,
        quantity,
        centsOf(price),
      ]),
  ],
]

const centsOf = (dollars: number) => Math.round(dollars * 100)
const sorted = (rows: Rows) => rows.map((row) => JSON.stringify(row)).toSorted()

/** The rows that the shop showed after the first `count` events. */
function shown(past: readonly PastEvent[], count: number, [, projection, view, rowsOf]: ShopFunction): Rows {
  const folded = anyProjection(projection as never) as AnyProjection
  const set = createWorkingSet()
  // A made past restores orders without all of their facts. These documents have them, because they ignore deletions.
  const kept = createWorkingSet()
  for (const [index, { type, data, recordedAt }] of past.slice(0, count).entries()) {
    const facts = type === 'OrderRestored' && !data.items && kept.documents.get(data.orderId)
    const metadata = { recordedAt }
    const event = {
      type,
      data: { ...data, ...(facts && { ...facts, status: data.status }) },
      version: index,
      position: String(index),
      metadata,
    }
    const changes = changesOf(folded, event as unknown as Recorded)
    apply(set, changes)
    if (type !== 'OrderDeleted' && type !== 'OrderRestored') apply(kept, changes)
  }
  const things = [...set.documents].flatMap(([, document]) => (document ? [view(document as never)] : []))
  return things.flatMap((thing) => rowsOf(withPseudonyms(thing, pseudonym) as never))
}

/** Data folders of shops, made by `npm run shop -- demo:history`, for a thorough run. */
const shops = (process.env.PASTS ?? '').split(',').filter((folder) => folder !== '')

describe.each([2, 4, ...shops])('of the past %s', (of) => {
  let past: readonly PastEvent[]
  let copy: Awaited<ReturnType<typeof pastOf>>
  beforeAll(async () => {
    copy = await pastOf(of)
    past = copy.past
  })
  afterAll(() => copy.remove())
  const ask = (sql: string, parameters: Record<string, number>, asOf?: number) =>
    answerQuestion({ folder: copy.folder, question: { sql, parameters, ...(asOf && { asOf }) }, sql: copySql })

  test.each(functions)('%s has the rows that the shop showed after the event', async (...one) => {
    for (const share of [0, 0.2, 0.5, 0.77, 1]) {
      const n = Math.floor(past.length * share)
      const { rows } = await ask(one[0], { n })
      expect(sorted(rows), `after event ${n}`).toEqual(sorted(shown(past, n, one)))
      if (share === 1) expect(rows.length).toBeGreaterThan(0)
    }
  })

  test.each(functions)('%s refuses an event after the last event of the answer', async (...one) => {
    expect(sorted((await ask(one[0], { n: 100 }, 100)).rows)).toEqual(sorted(shown(past, 100, one)))
    await expect(ask(one[0], { n: 101 }, 100)).rejects.toThrow('is not possible: this answer is as of event 100')
    await expect(ask(one[0], { n: past.length + 1 })).rejects.toThrow(`as of event ${past.length}`)
  })

  test.each(Object.entries(asOfFunctions))('%s has the columns that the page names', async (name, columns) => {
    const answer = await ask(`SELECT * FROM ${name}(1)`, {})
    expect(answer.columns.map((column) => column.name)).toEqual(columns)
  })

  test('a WITH of a question cannot replace the tables of a function, and its answer can be verified', async () => {
    const sql =
      'WITH OrderPlaced AS (SELECT 1 AS x), statuses AS (SELECT 2 AS y) SELECT count(*) FROM orders_as_of(100)'
    const [answer, again] = [await ask(sql, {}), await ask(sql, {})]
    expect(answer.rows).toEqual([[shown(past, 100, functions[0]!).length]])
    expect(answer.unverifiable).toEqual([])
    expect(again.resultDigest).toBe(answer.resultDigest)
    expect(answer.schemaDigest).not.toBe((await ask('SELECT 1', {})).schemaDigest)
  })
})
