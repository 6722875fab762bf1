import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { beforeEach, expect, test } from 'vitest'
import { type CommandHandler, createCommandHandler } from '../handler/command-handler.ts'
import { claim, ownerOf, release } from './claims.ts'

const MINUTE_MS = 60_000

let commands: CommandHandler
let nowMs: number
let asked = 0

beforeEach(() => {
  nowMs = Date.parse('2026-01-01T00:00:00Z')
  commands = createCommandHandler(openSqliteEventStore(':memory:'), { now: () => new Date(nowMs) })
})

const asking = (causationId = `request ${asked++}`): CommandMetadata => ({
  correlationId: 'test',
  causationId,
  actor: { role: 'system' },
})
const sku = (ownerId: string) => ({ kind: 'sku', key: 's-1', ownerId }) as const
const living = async () => true
const abandoned = async () => false
const owner = () => ownerOf(commands, 'sku', 's-1')

test('a key is refused to other owners while its owner uses it', async () => {
  await claim(commands, sku('shirt'), living, asking())
  nowMs += 11 * MINUTE_MS
  await expect(claim(commands, sku('skirt'), living, asking())).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await owner()).toBe('shirt')
})

test('a recent claim counts, even before its owner exists and if another clock is five minutes ahead', async () => {
  await claim(commands, sku('shirt'), abandoned, asking())
  nowMs += 6 * MINUTE_MS
  await expect(claim(commands, sku('skirt'), abandoned, asking())).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('a claim whose owner was never created can be taken over after ten minutes', async () => {
  await claim(commands, sku('shirt'), abandoned, asking())
  nowMs += 11 * MINUTE_MS
  await claim(commands, sku('skirt'), abandoned, asking())
  expect(await owner()).toBe('skirt')
})

test('a late retry of the request that died does not get the lost key back', async () => {
  const died = asking()
  await claim(commands, sku('shirt'), abandoned, died)
  nowMs += 11 * MINUTE_MS
  await claim(commands, sku('skirt'), abandoned, asking())
  await expect(claim(commands, sku('shirt'), living, died)).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('a released key is free at once, and the same request can claim it again', async () => {
  const request = asking()
  await claim(commands, sku('shirt'), living, request)
  await release(commands, sku('shirt'), request)
  expect(await owner()).toBeUndefined()
  await claim(commands, sku('shirt'), living, request)
  expect(await owner()).toBe('shirt')
})

test('of many concurrent claims one succeeds', async () => {
  const claims = Array.from({ length: 20 }, (_, index) => claim(commands, sku(`p${index}`), living, asking()))
  const outcomes = await Promise.allSettled(claims)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})
