import { randomUUID } from 'node:crypto'
import { get, type Row, UNKNOWN_ID } from './authorisation-row.ts'

const question = { name: 'orders-by-day', sql: 'SELECT count(*) FROM OrderPlaced' }

const RULE = 'const keyOf = ({ type }) => type; const reduce = () => 1'

export const questionRows: readonly Row[] = [
  { call: 'GET /api/analysis/questions', ask: get('/api/analysis/questions') },
  {
    call: 'POST /api/analysis/questions',
    ask: (_, caller) => caller.post('/api/analysis/questions', question),
  },
  {
    call: 'POST /api/analysis/rules',
    ask: (_, caller) => caller.post('/api/analysis/rules', { name: 'events-by-type', reducer: RULE }),
  },
  {
    call: 'GET /api/analysis/questions/{name}',
    ask: async (world, caller) => {
      await world.admin.post('/api/analysis/questions', question)
      return caller.get(`/api/analysis/questions/${question.name}`)
    },
    unknown: { by: 'admin', path: `/api/analysis/questions/${UNKNOWN_ID}` },
  },
  {
    call: 'PUT /api/analysis/questions/{name}',
    ask: async (world, caller) => {
      const [name, newName] = [`old-${randomUUID()}`, `new-${randomUUID()}`]
      await world.admin.post('/api/analysis/questions', { ...question, name })
      return caller.put(`/api/analysis/questions/${name}`, { name: newName })
    },
    unknown: { by: 'admin', path: `/api/analysis/questions/${UNKNOWN_ID}`, body: { name: 'new-name' } },
  },
  {
    call: 'DELETE /api/analysis/questions/{name}',
    ask: async (world, caller) => {
      const name = `gone-${randomUUID()}`
      await world.admin.post('/api/analysis/questions', { ...question, name })
      return caller.delete(`/api/analysis/questions/${name}`)
    },
    unknown: { by: 'admin', path: `/api/analysis/questions/${UNKNOWN_ID}` },
  },
  { call: 'GET /api/analysis/mailed-questions', ask: get('/api/analysis/mailed-questions') },
  {
    call: 'PUT /api/analysis/questions/{name}/mail',
    ask: async (world, caller) => {
      await world.admin.post('/api/analysis/questions', question)
      return caller.put(`/api/analysis/questions/${question.name}/mail`)
    },
    unknown: { by: 'admin', path: `/api/analysis/questions/${UNKNOWN_ID}/mail` },
  },
  {
    call: 'DELETE /api/analysis/questions/{name}/mail',
    ask: (_, caller) => caller.delete(`/api/analysis/questions/${question.name}/mail`),
  },
  { call: 'GET /api/analysis/board', ask: get('/api/analysis/board') },
  {
    call: 'PUT /api/analysis/board/{name}',
    ask: async (world, caller) => {
      await world.admin.post('/api/analysis/questions', question)
      return caller.put(`/api/analysis/board/${question.name}`, {})
    },
    unknown: { by: 'admin', path: `/api/analysis/board/${UNKNOWN_ID}`, body: {} },
  },
  {
    call: 'DELETE /api/analysis/board/{name}',
    ask: async (world, caller) => {
      await world.admin.post('/api/analysis/questions', question)
      await world.admin.put(`/api/analysis/board/${question.name}`, {})
      return caller.delete(`/api/analysis/board/${question.name}`)
    },
    unknown: { by: 'admin', path: `/api/analysis/board/${UNKNOWN_ID}` },
  },
]
