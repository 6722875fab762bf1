import type { Context } from 'koa'
import { expect, test } from 'vitest'
import { takeTurns } from './take-turns.ts'

const PIECE_MS = 5

/** Requests that hold the loop for a while each, all sent at once; resolves with who was served when. */
async function served(clients: readonly string[]) {
  const turns = takeTurns()
  const order: string[] = []
  await Promise.all(
    clients.map((ip) =>
      turns({ ip } as Context, async () => {
        order.push(ip)
        const untilMs = performance.now() + PIECE_MS
        while (performance.now() < untilMs);
      }),
    ),
  )
  return order
}

test('another client waits for one request of a client that sends many', async () => {
  const order = await served([...Array<string>(20).fill('10.0.0.1'), '10.0.0.2', '10.0.0.2'])
  expect(order).toHaveLength(22)
  expect(order.indexOf('10.0.0.2')).toBeLessThanOrEqual(2)
  expect(order.lastIndexOf('10.0.0.2')).toBeLessThanOrEqual(4)
})

test('between two requests the loop does what else there is', async () => {
  let ticks = 0
  const ticking = setInterval(() => ticks++, 1)
  await served(Array<string>(20).fill('10.0.0.1'))
  clearInterval(ticking)
  expect(ticks).toBeGreaterThanOrEqual(10)
})

test('a request alone does not wait', async () => {
  let begun = false
  void takeTurns()({ ip: '10.0.0.1' } as Context, async () => {
    begun = true
  })
  expect(begun).toBe(true)
})
