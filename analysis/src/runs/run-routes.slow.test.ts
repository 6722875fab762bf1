import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Run } from '@shop/language/analysis/run-answers'
import type { Role } from '@shop/language/values/role'
import { watchAccounts } from '@shop/server/http/watch-accounts'
import Koa from 'koa'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSmallCopy } from '../../test-support/small-copy.ts'
import { createAnalysis } from '../create-analysis.ts'
import { runQuestion } from '../questions/run-question.ts'
import { runReducer } from '../reducers/run-reducer.ts'
import { runRoutes } from './run-routes.ts'
import { createRuns } from './runs.ts'

const people: Record<string, { id: string; role: Role }> = {
  'a.n.n': { id: 'ann', role: 'analyst' },
  'b.o.b': { id: 'bob', role: 'admin' },
  'c.y.c': { id: 'cy', role: 'customer' },
}
const ENDLESS = 'SELECT count(*) FROM range(1000000) a, range(1000000) b WHERE hash(a.range, b.range) = 1'

/** Reports to the room that an account may have changed. */
let changed = (_: string) => {}

let origin = ''
let close = async () => {}
beforeAll(async () => {
  const small = await makeSmallCopy([
    { type: 'ProductDeleted', data: {} },
    { type: 'ProductRestored', data: {} },
  ])
  const runs = createRuns({
    ask: (asked, options) => ('reducer' in asked ? runReducer : runQuestion)(small.folder, asked as never, options),
  })
  const callerBy = async ({ accountId }: { accountId: string }) => people[accountId]
  const onAccountChange = watchAccounts((listener) => {
    changed = (id) => listener([id])
  })
  const room = createAnalysis({
    routes: [runRoutes(runs, { callerBy, onAccountChange })],
    verify: async (token) => ({ accountId: token, ver: 0 }),
    callerBy,
  })
  const server = createServer(new Koa().use(room).callback()).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  close = async () => {
    await runs.close()
    server.closeAllConnections()
    server.close()
    small.remove()
  }
})
afterAll(() => close())

async function call(method: string, path: string, token?: string, body?: object, key?: string) {
  const at = path.startsWith('/analysis/') ? path : `/analysis/runs${path}`
  const response = await fetch(`${origin}${at}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(key && { 'idempotency-key': key }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as { id: string; state: string } }
}

const ended = async (token: string, first: { body: { id: string } }) => {
  for (;;) {
    const { body } = await call('GET', `/${first.body.id}`, token)
    if (body.state !== 'running') return body
  }
}

test('analysts and admins may ask; all others are refused', async () => {
  const question = { sql: 'SELECT count(*) AS n FROM events', asOf: 1 }
  expect(await call('POST', '', undefined, question)).toMatchObject({ status: 401 })
  expect(await call('POST', '', 'c.y.c', question)).toMatchObject({ status: 403 })
  for (const token of ['a.n.n', 'b.o.b']) {
    const asked = await call('POST', '', token, question)
    expect(asked.status).toBe(201)
    const run = await ended(token, asked)
    expect(Run.parse(run)).toMatchObject({ state: 'answered', answer: { rows: [[1]], asOf: { event: 1 } } })
  }
})

test('a run belongs to its caller: others can neither read nor cancel it', async () => {
  const asked = await call('POST', '', 'a.n.n', { sql: ENDLESS })
  expect(asked.body).toMatchObject({ state: 'running' })
  const path = `/${asked.body.id}`
  expect(await call('GET', path, 'b.o.b')).toMatchObject({ status: 404 })
  expect(await call('DELETE', path, 'b.o.b')).toMatchObject({ status: 404 })
  expect((await call('DELETE', path, 'a.n.n')).body).toMatchObject({
    state: 'failed',
    failure: { reason: 'cancelled' },
  })
})

test('a request with the same key and question starts no second run, even later; another question is refused', async () => {
  const question = { sql: 'SELECT 1 AS one' }
  const first = await call('POST', '', 'a.n.n', question, 'once')
  await ended('a.n.n', first)
  expect(await call('POST', '', 'a.n.n', question, 'once')).toMatchObject({ status: 201, body: { id: first.body.id } })
  expect(await call('POST', '', 'a.n.n', { sql: 'SELECT 2' }, 'once')).toMatchObject({
    status: 409,
    body: { code: 'IDEMPOTENCY_MISMATCH' },
  })
  expect((await call('POST', '', 'b.o.b', question, 'once')).body.id).not.toBe(first.body.id)
})

test('an invalid question is a failed run, and an invalid body is refused', async () => {
  const run = await ended('a.n.n', await call('POST', '', 'a.n.n', { sql: "SELECT * FROM read_text('/etc/passwd')" }))
  expect(Run.parse(run)).toMatchObject({ state: 'failed', failure: { reason: 'refused', position: 14 } })
  for (const body of [{}, { sql: '' }, { sql: 'SELECT 1', asOf: 'yesterday' }, { sql: 'SELECT 1', asOf: -1 }])
    expect(await call('POST', '', 'a.n.n', body)).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } })
})

test('a rule is run like a question', async () => {
  const RULES = '/analysis/reducers'
  const reducer = `const keyOf = ({ type }) => type\nconst reduce = (row = { n: 0 }) => ({ n: row.n + 1 })`
  expect(await call('POST', RULES, 'c.y.c', { reducer })).toMatchObject({ status: 403 })
  const asked = await call('POST', RULES, 'a.n.n', { reducer, against: { reducer } })
  expect(asked.status).toBe(201)
  expect(Run.parse(await ended('a.n.n', asked))).toMatchObject({
    answer: { rows: [], compared: { rows: 2, differing: 0 } },
  })
  const rows = [
    ['ProductDeleted', 1, [1]],
    ['ProductRestored', 1, [2]],
  ]
  expect(await ended('a.n.n', await call('POST', RULES, 'a.n.n', { reducer }))).toMatchObject({ answer: { rows } })
  for (const body of [{}, { reducer: '' }, { reducer, against: {} }, { reducer, from: 0 }])
    expect(await call('POST', RULES, 'a.n.n', body)).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } })
})

test('a run goes on when its caller signs in elsewhere, and is cancelled when its caller loses the role', async () => {
  people['d.o.t'] = { id: 'dot', role: 'analyst' }
  const asked = await call('POST', '', 'd.o.t', { sql: ENDLESS })
  changed('dot')
  expect((await call('GET', `/${asked.body.id}`, 'd.o.t')).body).toMatchObject({ state: 'running' })
  people['d.o.t'] = { id: 'dot', role: 'customer' }
  changed('dot')
  await expect.poll(() => call('GET', `/${asked.body.id}`, 'd.o.t')).toMatchObject({ status: 403 })
  people['d.o.t'] = { id: 'dot', role: 'analyst' }
  expect(await ended('d.o.t', asked)).toMatchObject({ state: 'failed', failure: { reason: 'cancelled' } })
})
