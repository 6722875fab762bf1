import { type Position, START } from '@shop/language/events/event'
import { keepLease, type Lease } from '@shop/stores/lease'
import type { Redis } from 'ioredis'
import { calling, PREFIX } from './connection.ts'

/*
 * STORAGE FORMAT. `selvedge:process:<name>` is a hash. `position` is the checkpoint of the process manager, and `moves` is how often it
 * moved. The lease has `owner`, `number` (for fencing) and `until` (in ms of the server's clock).
 */
const keyOf = (process: string) => `${PREFIX}:process:${process}`
export const PROCESSES = keyOf('*')
export const positionIn = async (redis: Redis, key: string): Promise<Position> =>
  (await redis.hget(key, 'position')) ?? START

/**
 * When Redis reads its append-only file, it can skip transactions and so lose jobs (redis/redis#14541). A second write (`moves`) makes the
 * move a transaction too, so that a checkpoint does not survive the loss of its jobs.
 */
const MOVE = `
  local position, owner, number = unpack(redis.call('HMGET', KEYS[1], 'position', 'owner', 'number'))
  if ARGV[1] ~= '?' and (position or '') ~= ARGV[1] then return 0 end
  if (owner or '') ~= ARGV[3] or (ARGV[3] ~= '' and number ~= ARGV[4]) then return 0 end
  redis.call('HSET', KEYS[1], 'position', ARGV[2])
  redis.call('HINCRBY', KEYS[1], 'moves', 1)
  return 1`
const TAKE = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local owner, till = unpack(redis.call('HMGET', KEYS[1], 'owner', 'until'))
  if (owner or '') ~= '' and owner ~= ARGV[1] and tonumber(till) > now then return 0 end
  redis.call('HSET', KEYS[1], 'owner', ARGV[1], 'until', now + ARGV[2])
  return redis.call('HINCRBY', KEYS[1], 'number', 1)`
const RENEW = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local position, owner, number = unpack(redis.call('HMGET', KEYS[1], 'position', 'owner', 'number'))
  if owner ~= ARGV[1] or number ~= ARGV[2] then return 0 end
  if ARGV[4] ~= '?' and (position or '') ~= ARGV[4] and (position or '') ~= ARGV[5] then return 0 end
  redis.call('HSET', KEYS[1], 'until', now + ARGV[3])
  return 1`
const RELEASE = `
  local owner, number = unpack(redis.call('HMGET', KEYS[1], 'owner', 'number'))
  if owner == ARGV[1] and number == ARGV[2] then redis.call('HSET', KEYS[1], 'owner', '') end`

/**
 * Checkpoints and leases of process managers. Redis can lose jobs and checkpoints together while a process manager runs. So each move and
 * each renewal of a lease names the checkpoint that Redis must have. If Redis has another checkpoint, the move throws or the lease is lost.
 * The process manager then starts again from the checkpoint in Redis.
 */
export function createProcesses(redis: Redis, lastsMs: number) {
  const owner = crypto.randomUUID()
  const known = new Map<string, Position>()
  /** The new checkpoints of moves that Redis has not answered yet. A renewal of the lease also accepts these checkpoints. */
  const moving = new Map<string, Position>()
  const held = new Map<string, number>()
  const leases = new Set<Lease>()
  const run = (script: string, process: string, ...args: (string | number)[]) =>
    calling(redis, () => redis.eval(script, 1, keyOf(process), ...args))
  const knownOf = (process: string) => known.get(process) ?? '?'
  /** If the lease was taken again after the request, the checkpoint may be out of date, and is ignored. */
  const noteCheckpoint = (process: string, position: Position, number: number | undefined) => {
    if (held.get(process) !== number) return false
    known.set(process, position)
    moving.delete(process)
    return true
  }

  return {
    async checkpoint(process: string): Promise<Position> {
      const number = held.get(process)
      const position = await calling(redis, () => positionIn(redis, keyOf(process)))
      noteCheckpoint(process, position, number)
      return position
    },

    async move(process: string, to: Position) {
      const number = held.get(process)
      moving.set(process, to)
      const moved = await run(MOVE, process, knownOf(process), to, number ? owner : '', number ?? 0)
      if (moved === 1 && noteCheckpoint(process, to, number)) return
      if (held.get(process) === number) moving.delete(process)
      throw new Error(
        `${process} is not at '${knownOf(process)}' in Redis, or another worker has its lease. The process manager starts again`,
      )
    },

    async take(process: string): Promise<Lease | undefined> {
      const number = Number(await run(TAKE, process, owner, lastsMs))
      if (number === 0) return undefined
      held.set(process, number)
      known.delete(process)
      moving.delete(process)
      const renew = () =>
        run(RENEW, process, owner, number, lastsMs, knownOf(process), moving.get(process) ?? knownOf(process))
      return keepLease(
        async () => (await renew()) === 1,
        async () => {
          if (held.get(process) === number) held.delete(process)
          await run(RELEASE, process, owner, number)
        },
        lastsMs,
        leases,
      )
    },

    releaseAll: () => Promise.allSettled([...leases].map((lease) => lease.release())),
  }
}
