import { analystOnly, get, NOBODY, type Row } from './authorisation-row.ts'

const question = { name: 'orders-by-day', sql: 'SELECT count(*) FROM OrderPlaced' }

export const analysisRows: readonly Row[] = [
  { call: 'GET /api/analysis/catalogue', expect: analystOnly(200), ask: get('/api/analysis/catalogue') },
  { call: 'GET /api/analysis/status', expect: analystOnly(200), ask: get('/api/analysis/status') },
  { call: 'GET /api/analysis/events', expect: analystOnly(200), ask: get('/api/analysis/events') },
  { call: 'GET /api/analysis/questions', expect: analystOnly(200), ask: get('/api/analysis/questions') },
  {
    call: 'POST /api/analysis/questions',
    expect: analystOnly(201),
    ask: (_, caller) => caller.post('/api/analysis/questions', question),
  },
  {
    call: 'GET /api/analysis/questions/:name',
    expect: analystOnly(200),
    ask: async (world, caller) => {
      await world.admin.post('/api/analysis/questions', question)
      return caller.get(`/api/analysis/questions/${question.name}`)
    },
    unknown: { by: 'admin', path: `/api/analysis/questions/${NOBODY}` },
  },
]
