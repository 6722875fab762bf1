import { expect, test } from 'vitest'
import { serverSentEvents } from './server-sent-events.ts'

async function read(...pieces: string[]) {
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(encoder.encode(piece))
      controller.close()
    },
  })
  const events = []
  for await (const event of serverSentEvents(body)) events.push(event)
  return events
}

test('an event is parsed, no matter how the stream is cut into chunks', async () => {
  const events = [{ id: 'a-1', data: '{"kind":"stock"}' }]
  expect(await read('id: a-1\ndata: {"kind":"stock"}\n\n')).toEqual(events)
  expect(await read('id: a-', '1\nda', 'ta: {"kind":"st', 'ock"}\n', '\n')).toEqual(events)
})

test('an id stays valid until the next id, even if the next id comes without data', async () => {
  expect(await read('retry: 1000\nid: a-1\n\ndata: x\n\nid: a-2\ndata: y\n\n')).toEqual([
    { id: 'a-1', data: '' },
    { id: 'a-1', data: 'x' },
    { id: 'a-2', data: 'y' },
  ])
})

test('comments and incomplete events are ignored', async () => {
  expect(await read(': still here\n\n', 'data: half')).toEqual([])
})
