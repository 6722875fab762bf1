import type { Context } from 'koa'
import { expect, test } from 'vitest'
import { takeTurns } from './take-turns.ts'

const PIECE_MS = 5

const from = (ip: string, res = {}) => ({ ip, res }) as Context

/** Requests that hold the loop for a while each, all sent at once; resolves with who was served when. */
async function served(clients: readonly string[]) {
  const turns = takeTurns()
  const order: string[] = []
  await Promise.all(
    clients.map((ip) =>
      turns(from(ip), async () => {
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
  void takeTurns()(from('10.0.0.1'), async () => {
    begun = true
  })
  expect(begun).toBe(true)
})

test('a client of whom too many wait is refused, and waits again once there is room', async () => {
  const turns = takeTurns(2)
  const send = (ip: string) => turns(from(ip), async () => {})
  const [begun, ...waiting] = Array.from({ length: 4 }, () => send('10.0.0.1'))
  await expect(waiting.at(-1)).rejects.toMatchObject({ code: 'OVERLOADED' })
  await Promise.all([begun, ...waiting.slice(0, -1), send('10.0.0.2')])
  await send('10.0.0.1')
})

test('a request whose caller has gone while it waited is not begun', async () => {
  const turns = takeTurns()
  const gone = { destroyed: false }
  let begun = 0
  const next = async () => void begun++
  const left = from('10.0.0.1', gone)
  const requests = [turns(from('10.0.0.1'), next), turns(left, next)]
  gone.destroyed = true
  await Promise.all(requests)
  expect(begun).toBe(1)
  // Neither an unknown address nor a failure of the shop.
  expect(left).toMatchObject({ status: 400, body: null })
})
