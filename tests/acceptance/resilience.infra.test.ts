import { hasMongod } from '@shop/mongodb/test-support/mongo-server'
import { hasRedis } from '@shop/redis/test-support/redis-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Cast, gather, prepare, tryEverything } from './resilience-journeys.ts'
import { type Columns, healthy, matrix } from './resilience-table.ts'
import { openWorld, type World } from './resilience-world.ts'

const HEALS_WITHIN_MS = 240_000

const failures = matrix.flatMap(({ faults, ...row }) =>
  faults.map((fault) => ({ ...row, fault, how: typeof fault === 'string' ? fault : JSON.stringify(fault) })),
)
const columns = Object.keys(healthy) as (keyof Columns)[]

describe.skipIf(!hasMongod || !hasRedis)('a failing dependency affects only its own functions', () => {
  let world: World
  let cast: Cast
  beforeAll(async () => {
    world = await openWorld()
    cast = await gather(world.url)
  })
  afterAll(() => world.close())

  describe.each(failures)('$dependency: $how', ({ dependency, fault, columns: expected }) => {
    let found: Columns
    let healed: Columns
    let healedAfterMs: number

    beforeAll(async () => {
      const prepared = await prepare(cast)
      await world.failing[dependency].inflict(fault)
      found = await tryEverything(cast, prepared)
      await world.failing[dependency].heal()
      const healedAtMs = performance.now()
      do {
        healed = await tryEverything(cast, prepared)
        healedAfterMs = performance.now() - healedAtMs
      } while (JSON.stringify(healed) !== JSON.stringify(healthy) && healedAfterMs < HEALS_WITHIN_MS)
    })

    test.each(columns)('%s', (column) => {
      expect(found[column]).toEqual(expected[column])
    })

    test('the shop recovers by itself', async () => {
      expect(healed).toEqual(healthy)
      // If this fails, the body shows which check failed.
      const readiness = async () => {
        const answer = await fetch(`${world.url}/readyz`)
        return { status: answer.status, body: await answer.json() }
      }
      await expect.poll(readiness).toMatchObject({ status: 200 })
    })
  })
})
