import { expect } from 'vitest'
import type { ShopCaller } from '../../support/caller.ts'
import { buy } from '../../support/people.ts'
import { until } from '../../support/until.ts'
import { analystOnly, get, listening, on, type Row, UNKNOWN_ID, type World } from './authorisation-row.ts'

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
  if (answer.status === 201) await caller.delete(runOf.call(answer.body.id))
  return answer
}

const RULE = 'const keyOf = ({ type }) => type; const reduce = () => 1'

const oneEvent = { format: 'ndjson', to: 1 }

/** The calls about the analyst's run. An admin gets the answer for an unknown run. */
const runOf = { call: (id: string) => `/api/analysis/runs/${id}`, expect: [401, 401, 403, 403, 200, 404] } as const

/** An order that the copy of the log has. */
async function copiedOrder(world: World) {
  const order = await buy(world.owner, world.product)
  await until(async () => expect((await world.people.analyst.get(lifeOf(order._id))).status).toBe(200))
  return order
}

const lifeOf = (order: string) => `/api/analysis/orders/${order}/life`

export const analysisRows: readonly Row[] = [
  { call: 'GET /api/analysis/catalogue', expect: analystOnly(200), ask: get('/api/analysis/catalogue') },
  { call: 'GET /api/analysis/status', expect: analystOnly(200), ask: get('/api/analysis/status') },
  { call: 'GET /api/analysis/events', expect: analystOnly(200), ask: get('/api/analysis/events') },
  { call: 'GET /api/analysis/histogram', expect: analystOnly(200), ask: get('/api/analysis/histogram') },
  { call: 'GET /api/analysis/tail', expect: analystOnly(200), ask: listening('/api/analysis/tail') },
  {
    call: 'GET /api/analysis/streams/:name',
    expect: analystOnly(200),
    ask: ({ product }, caller) => caller.get(`/api/analysis/streams/product-${product._id}`),
    unknown: { by: 'analyst', path: `/api/analysis/streams/order-${UNKNOWN_ID}` },
  },
  {
    call: 'GET /api/analysis/streams/:name/test',
    expect: analystOnly(200),
    ask: ({ product }, caller) => caller.get(`/api/analysis/streams/product-${product._id}/test`),
    unknown: { by: 'analyst', path: `/api/analysis/streams/order-${UNKNOWN_ID}/test` },
  },
  {
    call: 'GET /api/analysis/orders/:id/life',
    expect: analystOnly(200),
    ...on(copiedOrder, ({ _id }, caller) => caller.get(lifeOf(_id))),
    unknown: { by: 'analyst', path: lifeOf(UNKNOWN_ID) },
  },
  { call: 'GET /api/analysis/dashboard', expect: analystOnly(200), ask: get('/api/analysis/dashboard') },
  { call: 'GET /api/analysis/explain', expect: analystOnly(200), ask: get('/api/analysis/explain?figure=revenue') },
  { call: 'GET /api/analysis/timeline', expect: analystOnly(200), ask: get('/api/analysis/timeline') },
  { call: 'GET /api/analysis/things/:kind', expect: analystOnly(200), ask: get('/api/analysis/things/order') },
  {
    call: 'GET /api/analysis/things/:kind/:id',
    expect: analystOnly(200),
    ask: ({ product }, caller) => caller.get(`/api/analysis/things/product/${product._id}`),
    unknown: { by: 'analyst', path: `/api/analysis/things/order/${UNKNOWN_ID}` },
  },
  {
    call: 'GET /api/analysis/things/:kind/:id/changes',
    expect: analystOnly(200),
    ask: ({ product }, caller) => caller.get(`/api/analysis/things/product/${product._id}/changes?from=0`),
    unknown: { by: 'analyst', path: `/api/analysis/things/order/${UNKNOWN_ID}/changes` },
  },
  {
    call: 'POST /api/analysis/runs',
    expect: analystOnly(201),
    ask: (_, caller) => asked(caller, '/api/analysis/runs', { sql: 'SELECT 1' }),
  },
  {
    call: 'POST /api/analysis/reducers',
    expect: analystOnly(201),
    ask: (_, caller) => asked(caller, '/api/analysis/reducers', { reducer: RULE }),
  },
  {
    call: 'GET /api/analysis/runs/:id',
    expect: runOf.expect,
    ask: ({ runId }, caller) => caller.get(runOf.call(runId)),
    unknown: { by: 'analyst', path: runOf.call(UNKNOWN_ID) },
  },
  {
    call: 'DELETE /api/analysis/runs/:id',
    expect: runOf.expect,
    ask: ({ runId }, caller) => caller.delete(runOf.call(runId)),
    unknown: { by: 'analyst', path: runOf.call(UNKNOWN_ID) },
  },
  {
    call: 'POST /api/analysis/exports',
    expect: analystOnly(201),
    ask: (_, caller) => caller.post('/api/analysis/exports', oneEvent),
  },
  {
    call: 'GET /api/analysis/exports/:id',
    expect: [401, 401, 403, 403, 200, 404],
    ask: async (world, caller) => {
      const { body } = await world.people.analyst.post('/api/analysis/exports', oneEvent)
      return caller.get(`/api/analysis/exports/${body.id}`)
    },
    unknown: { by: 'analyst', path: `/api/analysis/exports/${UNKNOWN_ID}` },
  },
  {
    call: 'POST /api/analysis/answer-exports',
    expect: analystOnly(201),
    ask: (_, caller) => caller.post('/api/analysis/answer-exports', anAnswer),
  },
]
