import { exportStream } from '@shop/language/analysis/export-events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Room, startRoom } from '../test-support/start-room.ts'

let room: Room
beforeAll(async () => {
  room = await startRoom()
})
afterAll(() => room.stop())

const make = (body: object, key?: string) =>
  room.ask('POST', '/exports', { token: room.adminToken, body, ...(key && { key }) })

test('an export is recorded before it is answered, and once for each Idempotency-Key', async () => {
  const wanted = { format: 'parquet', to: 2, types: ['OrderPlaced'] }
  const [first, again] = [await make(wanted, 'one'), await make(wanted, 'one')]
  expect(first).toMatchObject({ status: 201, body: { format: 'parquet', from: 1, to: 2, types: ['OrderPlaced'] } })
  expect(again.body).toEqual(first.body)
  expect(first.body).not.toHaveProperty('authorId')
  const events = await Array.fromAsync(room.log.readStream(exportStream(first.body.id)))
  expect(events).toMatchObject([{ type: 'ExportMade', data: { authorId: room.adminId, from: 1, to: 2 } }])
})

test.each([
  [{ format: 'csv', to: 1 }, 'format'],
  [{ format: 'parquet' }, 'to'],
  [{ format: 'parquet', from: 3, to: 2 }, 'to'],
  [{ format: 'parquet', to: 1.5 }, 'to'],
  [{ format: 'parquet', to: 1, types: ['NoSuchEvent'] }, 'types'],
  [{ format: 'parquet', to: 1_000_000 }, 'to'],
])('%j is refused at %s', async (body, field) => {
  expect(await make(body)).toMatchObject({
    status: 400,
    body: { code: 'VALIDATION_FAILED', fields: [{ path: field }] },
  })
})

test('a customer cannot export', async () => {
  const { token } = await room.register('cy')
  expect(await room.ask('POST', '/exports', { token, body: { format: 'ndjson', to: 1 } })).toMatchObject({
    status: 403,
  })
})
