import { expect } from 'vitest'
import type { ShopCaller } from './caller.ts'
import { until } from './until.ts'

const WITHIN = { interval: 200 }

/** Waits until the room for analysts answers, and its copy has these numbers of events, by table. */
export async function untilCopied(caller: ShopCaller, events: Readonly<Record<string, number>> = {}) {
  await until(async () => {
    const { status, body } = await caller.get('/api/analysis/status')
    expect(status).toBe(200)
    const tables: readonly { name: string; events: number }[] = body.tables
    expect(Object.fromEntries(tables.map((table) => [table.name, table.events]))).toMatchObject(events)
  }, WITHIN)
}

/** Asks a question and waits for its answer. Returns the id of its run. */
export async function answeredRun(caller: ShopCaller): Promise<string> {
  const { body } = await caller.post('/api/analysis/runs', { sql: 'SELECT count(*) FROM events' })
  await until(async () => {
    const run = await caller.get(`/api/analysis/runs/${body.id}`)
    expect(run.body.state).toBe('answered')
  }, WITHIN)
  return body.id
}
