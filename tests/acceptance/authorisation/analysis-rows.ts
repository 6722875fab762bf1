import { expect } from 'vitest'
import type { ShopCaller } from '../../support/caller.ts'
import { buy } from '../../support/people.ts'
import { until } from '../../support/until.ts'
import { get, listening, on, type Row, UNKNOWN_ID, type World } from './authorisation-row.ts'

const anAnswer = {
  run: UNKNOWN_ID,
  format: 'ndjson',
  asOf: 1,
  questionDigest: '0'.repeat(64),
  resultDigest: '0'.repeat(64),
  rows: 1,
}

/** Starts a run and ends it, because only a few runs may be in progress at once. Returns the answer to the start. */
async function asked(caller: ShopCaller, path: string, body: object) {
  const answer = await caller.post(path, body)
  if (answer.status === 201) await caller.delete(pathOfRun(answer.body.id))
  return answer
}

const RULE = 'const keyOf = ({ type }) => type; const reduce = () => 1'

const oneEvent = { format: 'ndjson', to: 1 }

/** A second check within a minute is refused even with permission. So 429 counts as permission, too. */
async function verifying(_: World, caller: ShopCaller) {
  const answer = await caller.post('/api/analysis/log-check', {})
  return answer.status === 429 ? { ...answer, status: 200 } : answer
}

const pathOfRun = (id: string) => `/api/analysis/runs/${id}`

/** An order that the copy of the log has. */
async function copiedOrder(world: World) {
  const order = await buy(world.owner, world.product)
  await until(async () => expect((await world.people.analyst.get(lifeOf(order._id))).status).toBe(200))
  return order
}

const lifeOf = (order: string) => `/api/analysis/orders/${order}/life`

export const analysisRows: readonly Row[] = [
  { call: 'GET /api/analysis/catalogue', ask: get('/api/analysis/catalogue') },
  { call: 'GET /api/analysis/status', ask: get('/api/analysis/status') },
  { call: 'POST /api/analysis/log-check', ask: verifying },
  { call: 'GET /api/analysis/events', ask: get('/api/analysis/events') },
  { call: 'GET /api/analysis/histogram', ask: get('/api/analysis/histogram') },
  { call: 'GET /api/analysis/tail', ask: listening('/api/analysis/tail') },
  {
    call: 'GET /api/analysis/streams/{name}',
    ask: ({ product }, caller) => caller.get(`/api/analysis/streams/product-${product._id}`),
    unknown: { by: 'analyst', path: `/api/analysis/streams/order-${UNKNOWN_ID}` },
  },
  {
    call: 'GET /api/analysis/streams/{name}/test',
    ask: ({ product }, caller) => caller.get(`/api/analysis/streams/product-${product._id}/test`),
    unknown: { by: 'analyst', path: `/api/analysis/streams/order-${UNKNOWN_ID}/test` },
  },
  {
    call: 'GET /api/analysis/orders/{id}/life',
    ...on(copiedOrder, ({ _id }, caller) => caller.get(lifeOf(_id))),
    unknown: { by: 'analyst', path: lifeOf(UNKNOWN_ID) },
  },
  {
    call: 'GET /api/analysis/people/{id}',
    ask: ({ owner }, caller) => caller.get(`/api/analysis/people/${owner.id}`),
    unknown: { by: 'admin', path: `/api/analysis/people/${UNKNOWN_ID}` },
  },
  { call: 'GET /api/analysis/dashboard', ask: get('/api/analysis/dashboard') },
  { call: 'GET /api/analysis/activity', ask: get('/api/analysis/activity') },
  { call: 'GET /api/analysis/explain', ask: get('/api/analysis/explain?figure=revenue') },
  { call: 'GET /api/analysis/evidence', ask: get('/api/analysis/evidence?events=1') },
  { call: 'GET /api/analysis/timeline', ask: get('/api/analysis/timeline') },
  { call: 'GET /api/analysis/things/{kind}', ask: get('/api/analysis/things/order') },
  {
    call: 'GET /api/analysis/things/{kind}/{id}',
    ask: ({ product }, caller) => caller.get(`/api/analysis/things/product/${product._id}`),
    unknown: { by: 'analyst', path: `/api/analysis/things/order/${UNKNOWN_ID}` },
  },
  {
    call: 'GET /api/analysis/things/{kind}/{id}/changes',
    ask: ({ product }, caller) => caller.get(`/api/analysis/things/product/${product._id}/changes?from=0`),
    unknown: { by: 'analyst', path: `/api/analysis/things/order/${UNKNOWN_ID}/changes` },
  },
  {
    call: 'POST /api/analysis/runs',
    ask: (_, caller) => asked(caller, '/api/analysis/runs', { sql: 'SELECT 1' }),
  },
  {
    call: 'POST /api/analysis/reducers',
    ask: (_, caller) => asked(caller, '/api/analysis/reducers', { reducer: RULE }),
  },
  {
    call: 'GET /api/analysis/runs/{id}',
    ask: ({ runId }, caller) => caller.get(pathOfRun(runId)),
    unknown: { by: 'analyst', path: pathOfRun(UNKNOWN_ID) },
  },
  {
    call: 'DELETE /api/analysis/runs/{id}',
    ask: ({ runId }, caller) => caller.delete(pathOfRun(runId)),
    unknown: { by: 'analyst', path: pathOfRun(UNKNOWN_ID) },
  },
  {
    call: 'POST /api/analysis/exports',
    ask: (_, caller) => caller.post('/api/analysis/exports', oneEvent),
  },
  {
    call: 'GET /api/analysis/exports/{id}',
    ask: async (world, caller) => {
      const { body } = await world.people.analyst.post('/api/analysis/exports', oneEvent)
      return caller.get(`/api/analysis/exports/${body.id}`)
    },
    unknown: { by: 'analyst', path: `/api/analysis/exports/${UNKNOWN_ID}` },
  },
  {
    call: 'POST /api/analysis/answer-exports',
    ask: (_, caller) => caller.post('/api/analysis/answer-exports', anAnswer),
  },
]
