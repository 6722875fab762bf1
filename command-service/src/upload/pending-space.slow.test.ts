import { beforeEach, expect, test } from 'vitest'
import type { PendingFile, Sender } from './pending-pictures.ts'
import { createPendingSpace } from './pending-space.ts'

const MOST = { all: 100, client: 20, network: 60, admin: 50 }

let there: PendingFile[]
let counts: number
let nowMs: number
let take: ReturnType<typeof createPendingSpace>
beforeEach(() => {
  there = []
  counts = 0
  nowMs = 0
  const list = async () => {
    counts += 1
    return there
  }
  take = createPendingSpace(list, { most: MOST, now: () => nowMs })
})

const of = (client: number, network = client): Sender => ({ client: `c${client}`, network: `n${network}` })
const full = (bytes: number): PendingFile[] => [{ bytes, sender: undefined }]

test('the folder is counted once a second, even if many pictures come', async () => {
  for (let n = 0; n < 50; n++) expect(await take(1, of(n))).toBe('taken')
  expect(counts).toBe(1)
  nowMs = 1000
  expect(await take(1, of(1))).toBe('taken')
  expect(counts).toBe(2)
})

test('space that was taken since the last count counts too, even if concurrent pictures took it', async () => {
  const answers = await Promise.all(Array.from({ length: 120 }, (_, n) => take(1, of(n))))
  expect(answers.filter((answer) => answer === 'taken')).toHaveLength(100)
  expect(answers.at(-1)).toBe('full')
})

test('a client and a network each have a share, which includes files of other processes', async () => {
  there = [{ bytes: 15, sender: of(1, 1) }]
  expect(await take(6, of(1, 1))).toBe('share')
  expect(await take(5, of(1, 1))).toBe('taken')
  for (const client of [2, 3]) expect(await take(20, of(client, 1))).toBe('taken')
  expect(await take(1, of(4, 1))).toBe('share')
  expect(await take(20, of(5, 2))).toBe('taken')
})

test('admins have separate space, so they and strangers do not affect each other', async () => {
  there = full(100)
  expect(await take(1, of(1))).toBe('full')
  expect(await take(50, 'admin')).toBe('taken')
  expect(await take(1, 'admin')).toBe('full')
  there = [{ bytes: 50, sender: 'admin' }, ...full(80)]
  nowMs = 1000
  expect(await take(20, of(1))).toBe('taken')
})

test('files that other processes wrote or removed are noticed at the next count', async () => {
  there = full(100)
  for (let n = 0; n < 50; n++) expect(await take(1, of(n))).toBe('full')
  expect(counts).toBe(1)
  there = full(10)
  nowMs = 1000
  for (const client of [1, 2, 3, 4]) expect(await take(20, of(client))).toBe('taken')
  expect(await take(11, of(5))).toBe('full')
  expect(counts).toBe(2)
})

test('a count that fails is made again for the next picture', async () => {
  let fails = true
  take = createPendingSpace(async () => {
    if (fails) throw new Error('no folder')
    return []
  })
  await expect(take(1, of(1))).rejects.toThrow('no folder')
  fails = false
  expect(await take(1, of(1))).toBe('taken')
})
