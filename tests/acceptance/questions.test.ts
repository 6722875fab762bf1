import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ShopCaller } from '../support/caller.ts'
import { adminAt, analystAt, type Customer } from '../support/people.ts'
import { startShop } from '../support/shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: ShopCaller
let noor: Customer
let ada: Customer

beforeAll(async () => {
  shop = await startShop({ DEMO: 'off' })
  admin = await adminAt(shop.url)
  noor = await analystAt(shop.url, admin)
  ada = await analystAt(shop.url, admin)
})
afterAll(() => shop.close())

const path = '/api/analysis/questions'
const RULE = 'const keyOf = ({ type }) => type; const reduce = () => 1'
const save = (by: ShopCaller, name: string, sql: string, parameters?: object) =>
  by.post(path, { name, sql, ...(parameters && { parameters }) })

test('a question has versions under one name, and each caller sees which versions are their own', async () => {
  expect(await save(noor, 'by-day', 'SELECT $days', { days: 7 })).toMatchObject({
    status: 201,
    body: { name: 'by-day', version: 1, newest: 1, sql: 'SELECT $days', parameters: { days: 7 }, own: true },
  })
  expect((await save(ada, 'by-day', 'SELECT $days + 1', { days: 7 })).body).toMatchObject({ version: 2, own: true })
  expect((await save(noor, 'by-day', 'SELECT $days + 1', { days: 7 })).body).toMatchObject({ version: 2, own: false })

  const newest = { name: 'by-day', version: 2, newest: 2, sql: 'SELECT $days + 1' }
  expect((await noor.get(`${path}/by-day`)).body).toMatchObject({ ...newest, own: false })
  expect((await ada.get(`${path}/by-day`)).body).toMatchObject({ ...newest, own: true })
  expect((await ada.get(`${path}/by-day?version=1`)).body).toMatchObject({ version: 1, newest: 2, sql: 'SELECT $days' })
  expect((await ada.get(`${path}/by-day?version=3`)).status).toBe(404)
})

test('the list has the newest version of each question, the last saved question first, page by page', async () => {
  for (const name of ['first', 'second', 'third']) await save(noor, name, 'SELECT 1')
  await save(noor, 'first', 'SELECT 2')
  const { body, headers } = await noor.get(`${path}?limit=2`)
  expect(body).toMatchObject([
    { name: 'first', version: 2, parameters: {} },
    { name: 'third', version: 1 },
  ])
  const [, next = ''] = /<(.*)>/.exec(headers.get('link') ?? '') ?? []
  expect((await noor.get(`${path}${next}`)).body[0]).toMatchObject({ name: 'second' })
})

test.each([
  ['a name with a space', { name: 'by day', sql: 'SELECT 1' }],
  ['no text', { name: 'empty', sql: ' ' }],
  ['a parameter that is a list', { name: 'list', sql: 'SELECT 1', parameters: { days: [7] } }],
  ['a parameter with a space in its name', { name: 'odd', sql: 'SELECT 1', parameters: { 'a b': 7 } }],
])('%s is refused', async (_, body) => {
  expect(await noor.post(path, body)).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } })
})

test('a renamed question goes on under its new name, and is found by its old name', async () => {
  await save(noor, 'old-name', 'SELECT $days', { days: 7 })
  await save(noor, 'taken', 'SELECT 2')
  expect(await ada.put(`${path}/old-name`, { name: 'taken' })).toMatchObject({
    status: 409,
    body: { code: 'CONFLICT' },
  })
  expect(await ada.put(`${path}/old-name`, { name: 'old-name' })).toMatchObject({ status: 400 })
  const renamed = { name: 'new-name', version: 1, newest: 1, sql: 'SELECT $days', parameters: { days: 7 } }
  const call = { headers: { 'idempotency-key': 'rename' } }
  for (let times = 0; times < 2; times++)
    expect(await ada.put(`${path}/old-name`, { name: 'new-name' }, call)).toMatchObject({
      status: 200,
      body: { ...renamed, own: true },
    })
  expect((await noor.get(`${path}/old-name`)).body).toMatchObject({
    ...renamed,
    savedAt: expect.anything(),
    own: false,
  })
  const { body } = await noor.get(path)
  const names = (body as readonly { name: string }[]).map(({ name }) => name)
  expect(names).toContain('new-name')
  expect(names).not.toContain('old-name')
  expect((await ada.put(`${path}/old-name`, { name: 'third-name' })).status).toBe(404)
  expect((await save(noor, 'old-name', 'SELECT 5')).body).toMatchObject({ name: 'old-name', version: 2, newest: 2 })
  expect((await noor.get(`${path}/old-name`)).body).toMatchObject({ name: 'old-name', sql: 'SELECT 5' })
})

test('a deleted question is not found, and saving under its name continues its versions', async () => {
  await save(noor, 'to-delete', 'SELECT 1')
  expect((await ada.delete(`${path}/to-delete`)).status).toBe(200)
  expect((await ada.delete(`${path}/to-delete`)).status).toBe(404)
  for (const query of ['', '?version=1']) expect((await noor.get(`${path}/to-delete${query}`)).status).toBe(404)
  expect((await save(noor, 'to-delete', 'SELECT 1')).body).toMatchObject({ version: 2, newest: 2 })
  expect((await noor.get(`${path}/to-delete`)).body).toMatchObject({ version: 2, sql: 'SELECT 1' })
})

test('a question survives the erasure of its author, in all its versions', async () => {
  const leaver = await analystAt(shop.url, admin)
  await save(leaver, 'left-behind', 'SELECT $days', { days: 7 })
  await save(leaver, 'left-behind', 'SELECT $days + 1', { days: 7 })
  await admin.delete(`/api/admin/users/${leaver.id}`)
  const newest = { version: 2, sql: 'SELECT $days + 1', parameters: { days: 7 }, own: false }
  expect((await noor.get(`${path}/left-behind`)).body).toMatchObject(newest)
  expect((await noor.get(`${path}/left-behind?version=1`)).body).toMatchObject({ sql: 'SELECT $days' })
  expect((await ada.put(`${path}/left-behind`, { name: 'found' })).body).toMatchObject({ sql: 'SELECT $days + 1' })
})

test('a question that names a person is refused, because it outlives its author’s account', async () => {
  for (const [sql, parameters] of [
    ['SELECT 1 -- ask noor@shop.example', {}],
    ['SELECT $who', { who: 'noor@shop.example' }],
  ] as const)
    expect(await save(noor, 'about-me', sql, parameters)).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED' },
    })
})

test('an analyst subscribes to the mails of a question, which follow a new name and end with the question', async () => {
  await save(noor, 'weekly', 'SELECT 1')
  const mailed = async (by: ShopCaller) => (await by.get('/api/analysis/mailed-questions')).body
  const subscribed = await noor.put(`${path}/weekly/mail`)
  expect(subscribed).toMatchObject({
    status: 200,
    body: { name: 'weekly', nextAt: expect.stringMatching(/T08:00:00.000Z$/) },
  })
  expect(new Date(subscribed.body.nextAt).getUTCDay()).toBe(1)
  expect((await noor.put(`${path}/weekly/mail`)).body).toEqual(subscribed.body)
  expect(await mailed(noor)).toEqual([subscribed.body])
  expect(await mailed(ada)).toEqual([])
  expect((await noor.put(`${path}/no-such-question/mail`)).status).toBe(404)

  await ada.put(`${path}/weekly/mail`)
  expect((await ada.delete(`${path}/weekly/mail`)).status).toBe(200)
  expect(await mailed(ada)).toEqual([])
  await ada.put(`${path}/weekly`, { name: 'each-week' })
  expect(await mailed(noor)).toEqual([{ ...subscribed.body, name: 'each-week' }])
  await ada.delete(`${path}/each-week`)
  expect(await mailed(noor)).toEqual([])
})

test('a rule is saved, listed, renamed, put on the board and deleted like a question, and survives its author', async () => {
  const leaver = await analystAt(shop.url, admin)
  const rule = { reducer: RULE, against: { projection: 'dashboard' }, types: ['OrderPlaced'], from: 2 }
  const first = await leaver.post('/api/analysis/rules', { name: 'own-rule', ...rule })
  expect(first).toMatchObject({
    status: 201,
    body: { kind: 'rule', name: 'own-rule', version: 1, rule, sql: null, parameters: null, own: true },
  })
  await leaver.post('/api/analysis/rules', { name: 'own-rule', reducer: RULE })
  await admin.delete(`/api/admin/users/${leaver.id}`)
  const newest = { kind: 'rule', version: 2, rule: { reducer: RULE, types: [], from: 1 }, own: false }
  expect((await noor.get(`${path}/own-rule`)).body).toMatchObject(newest)
  expect((await noor.get(`${path}/own-rule?version=1`)).body).toMatchObject({ rule })
  expect((await ada.put(`${path}/own-rule`, { name: 'our-rule' })).body).toMatchObject({
    ...newest,
    version: 1,
    own: true,
  })
  expect((await noor.get(`${path}/own-rule`)).body).toMatchObject({ name: 'our-rule' })

  await save(noor, 'a-question', 'SELECT 1')
  const namesOf = async (kind: string) =>
    (await noor.get(`${path}?kind=${kind}`)).body.map(({ name }: { name: string }) => name)
  expect(await namesOf('rule')).toEqual(['our-rule'])
  expect(await namesOf('question')).not.toContain('our-rule')
  expect((await noor.get(path)).body.slice(0, 2)).toMatchObject([{ name: 'a-question' }, { name: 'our-rule' }])
  await noor.put('/api/analysis/board/our-rule', {})
  expect((await ada.get('/api/analysis/board')).body).toMatchObject([{ name: 'our-rule', kind: 'rule' }])
  expect((await noor.put(`${path}/our-rule/mail`)).status).toBe(409)

  expect((await ada.delete(`${path}/our-rule`)).body).toEqual({ message: 'The rule is deleted' })
  expect((await noor.get(`${path}/our-rule`)).status).toBe(404)
  expect((await ada.get('/api/analysis/board')).body).toEqual([])
})

test('a rule that names a person, or that has the name of a question, is refused', async () => {
  const saveRule = (name: string, rule: object) => noor.post('/api/analysis/rules', { name, reducer: RULE, ...rule })
  await save(noor, 'taken', 'SELECT 1')
  expect(await saveRule('taken', {})).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
  const about = `${RULE} // ask noor@shop.example`
  for (const rule of [{ reducer: about }, { against: { reducer: about } }, { reducer: ' ' }, { from: 0 }])
    expect(await saveRule('about-me', rule)).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } })
})
