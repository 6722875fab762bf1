import { expect, test } from 'vitest'
import { createQueue, type QueueLimits } from './queue.ts'

/** A queue whose work ends when the test says so. The test also sets the clock. */
function queueOf(limits: Partial<QueueLimits>) {
  const clock = { ms: 0 }
  const inTurn = createQueue({ atOnce: 2, full: 'Full', ...limits }, () => clock.ms)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const come = (address: string, name = address) =>
    inTurn(address, async () => {
      begun.push(name)
      await new Promise<void>((end) => ends.set(name, end))
    })
  return { clock, come, begun, end: (name: string) => ends.get(name)?.() }
}
/** Resolves when all work that can start has started. */
const settled = () => new Promise(setImmediate)
const refusal = (retryAfter: number) => ({ code: 'OVERLOADED', message: 'Full', details: { retryAfter } })

test('further work waits; the networks take turns, and so do the clients of a network', async () => {
  const { come, begun, end } = queueOf({})
  for (const name of ['a1', 'a2', 'a3', 'a4']) void come('203.0.113.1', name)
  void come('203.0.113.2', 'b1')
  void come('198.51.100.1', 'ada')
  for (const name of ['a1', 'a2', 'a3', 'ada', 'b1']) {
    await expect.poll(() => begun).toContain(name)
    end(name)
  }
  await expect.poll(() => begun).toEqual(['a1', 'a2', 'a3', 'ada', 'b1', 'a4'])
})

test('the work in progress of one network is limited, and other networks do not wait for it', async () => {
  const { come, begun, end } = queueOf({ atOnce: 4, ofNetwork: 2 })
  for (const name of ['a1', 'a2', 'a3']) void come('203.0.113.1', name)
  void come('198.51.100.1', 'ada')
  await expect.poll(() => begun).toEqual(['a1', 'a2', 'ada'])
  end('ada')
  void come('198.51.100.1', 'bob')
  await expect.poll(() => begun).toEqual(['a1', 'a2', 'ada', 'bob'])
  end('a1')
  await expect.poll(() => begun).toEqual(['a1', 'a2', 'ada', 'bob', 'a3'])
})

test('failed work gives its place back', async () => {
  const inTurn = createQueue({ atOnce: 1, present: { all: 1 }, full: 'Full' })
  const failing = async () => {
    throw new Error('no')
  }
  for (let n = 0; n < 3; n++) await expect(inTurn('ada', failing)).rejects.toThrow('no')
  expect(await inTurn('ada', async () => 'done')).toBe('done')
})

test('work is refused at once if its expected wait is too long, and other work is not refused', async () => {
  const { clock, come, begun, end } = queueOf({ atOnce: 1, mostWaitMs: 500 })
  const first = come('203.0.113.1', 'first')
  await settled()
  clock.ms = 200
  end('first')
  await first
  for (const name of ['a1', 'a2', 'a3']) void come('203.0.113.1', name)
  await expect(come('203.0.113.1')).rejects.toMatchObject(refusal(1))
  void come('198.51.100.1', 'ada')
  await settled()
  end('a1')
  await settled()
  end('a2')
  await settled()
  expect(begun).toEqual(['first', 'a1', 'a2', 'ada'])
})

test('if the work in progress does not end, further work is refused', async () => {
  const { clock, come } = queueOf({ mostWaitMs: 500 })
  void come('203.0.113.1', 'a')
  void come('203.0.113.2', 'b')
  clock.ms = 1000
  void come('203.0.113.3', 'c')
  clock.ms = 3000
  await expect(come('203.0.113.4')).rejects.toMatchObject(refusal(3))
})

test('work that waits only because of its own network is not refused, even if it may wait long', async () => {
  const { clock, come, begun, end } = queueOf({ atOnce: 2, ofNetwork: 1, mostWaitMs: 500 })
  void come('203.0.113.1', 'a1')
  await settled()
  clock.ms = 3000
  void come('203.0.113.1', 'a2')
  end('a1')
  await settled()
  expect(begun).toEqual(['a1', 'a2'])
})
