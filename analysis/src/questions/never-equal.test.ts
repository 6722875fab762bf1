import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSmallCopy } from '../../test-support/small-copy.ts'
import { allTables } from '../tables/all-tables.ts'
import { answerQuestion } from './answer-question.ts'
import { copySql } from './table-sql.ts'

let small: Awaited<ReturnType<typeof makeSmallCopy>>
beforeAll(async () => {
  small = await makeSmallCopy([{ type: 'ProductDeleted', data: {} }])
})
afterAll(() => small.remove())

const said = async (sql: string, parameters = {}) =>
  (await answerQuestion({ folder: small.folder, question: { sql, parameters }, sql: copySql })).neverWritten ?? []

const ACTOR = "actor is never 'admin', because it has only pseudonyms, which begin with p_. actorRole can be 'admin'"

test.each([
  ["SELECT count(*) FROM events WHERE actor = 'admin'", ACTOR],
  [
    "SELECT count(*) FROM events WHERE actor = 'any'",
    "actor is never 'any', because it has only pseudonyms, which begin with p_",
  ],
  ["SELECT count(*) FROM events e WHERE 'x' = stream AND e.Actor IN ('p_1', 'admin')", ACTOR],
  ["SELECT count(*) FILTER (actor <> 'admin') FROM events", ACTOR],
  [
    "SELECT 1 FROM events WHERE actorRole = 'Admin'",
    "actorRole is never 'Admin', because it has only guest, system, customer, analyst, admin",
  ],
  [
    "SELECT 1 FROM events WHERE type = 'OrderPaid'",
    `type is never 'OrderPaid', because it has ${allTables.length - 1} other values`,
  ],
  [
    'SELECT 1 FROM OrderStatusChanged WHERE "to" = \'shipped\'',
    "to is never 'shipped', because it has only Processing, Shipped, Delivered, Cancelled",
  ],
  [
    "SELECT 1 FROM trail WHERE device = 'desktop'",
    "device is never 'desktop', because it has only phone, tablet, desk",
  ],
])('%s: the answer says that a value cannot occur', async (sql, sentence) => {
  expect(await said(sql)).toEqual([sentence])
})

test('the value of a parameter is compared, too', async () => {
  expect(await said('SELECT 1 FROM events WHERE actor = $who', { who: 'admin' })).toEqual([ACTOR])
  expect(await said('SELECT 1 FROM events WHERE actor = $who', { who: 'p_1' })).toEqual([])
})

test.each([
  "SELECT 1 FROM events WHERE actorRole = 'admin' AND kind = 'cart' AND type = 'OrderPlaced' AND stream = 'x'",
  "SELECT 1 FROM (SELECT actorRole AS actor FROM events) WHERE actor = 'admin'",
  "WITH roles(actor) AS (SELECT actorRole FROM events) SELECT 1 FROM roles WHERE actor = 'admin'",
  "SELECT 1 FROM (SELECT {'actor': actorRole} AS who FROM events) WHERE who.actor = 'admin'",
  "SELECT 1 FROM OrderPlaced WHERE country = 'FR'",
])('%s: such values can occur', async (sql) => {
  expect(await said(sql)).toEqual([])
})
