import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiTable } from '../../../gateway/src/api-table.ts'
import { type Actor, actors, permissions } from '../../../gateway/src/permissions.ts'
import { answeredRun, untilCopied } from '../../support/analysis-room.ts'
import { callerAt } from '../../support/caller.ts'
import { adminAt, analystAt, customerAt, guestAt, lineOf, listProduct } from '../../support/people.ts'
import { ADMIN, startShop } from '../../support/shop.ts'
import type { Row, World } from './authorisation-row.ts'
import { matrix } from './authorisation-table.ts'
import { tryChangedPermissions } from './changed-permissions.ts'

/**
 * Tests the table of permissions on a shop. With `isWhole`, each actor makes each call, and there are calls with forged tokens and unknown
 * ids. Without `isWhole`, only one actor makes each call: an actor who may not make it. In both cases it also tests changed permissions.
 */
export function tryPermissions({ isWhole }: { isWhole: boolean }) {
  const world = inhabitedShop()
  tryCalls(world, isWhole)
  tryChangedPermissions(world)
}

/** Starts, before the first test, a shop with a user of each kind. */
function inhabitedShop(): World {
  const world = {} as World
  let close: () => Promise<void>

  beforeAll(async () => {
    const shop = await startShop({ DEMO: 'off', ANALYSIS: 'on' })
    close = shop.close
    const { url } = shop
    const admin = await adminAt(url)
    await untilCopied(admin)
    const { body } = await callerAt(url).post('/api/users/login', ADMIN)
    const owner = await customerAt(url)
    const other = await customerAt(url)
    const analyst = await analystAt(url, admin)
    const guest = guestAt(url)
    const product = await listProduct(admin, { countInStock: 100_000 })
    await guest.post('/api/cart', { ...lineOf(product), guestId: guest.guestId })
    Object.assign(world, {
      url,
      product,
      owner,
      other,
      runId: await answeredRun(analyst),
      admin: { ...admin, id: body.user._id },
      people: { anonymous: callerAt(url), guest, owner, other, analyst, admin },
    })
  })
  afterAll(() => close())

  return world
}

function tryCalls(world: World, isWhole: boolean) {
  test('every public path has a row in the matrix', () => {
    expect(matrix.map(({ call }) => call).toSorted()).toEqual([...rowOf.keys()].toSorted())
    expect(matrix.length).toBe(apiTable.length)
  })

  const rows = matrix
    .map((row) => ({ ...row, statuses: statusesOf(row) }))
    .map((row) => ({ ...row, areTried: isWhole ? actors : oneRefused(row.statuses) }))
  const tried = rows.filter(({ areTried }) => areTried.length > 0)

  describe.each(tried)('$call', ({ call, statuses, areTried, given, ask, unknown }) => {
    let shared: Promise<unknown> | undefined
    /** The object of a call. Calls that are refused, or that only read, use the same object, because they do not change it. */
    function givenTo(status: number) {
      if (status < 400 && !call.startsWith('GET')) return given?.(world)
      shared ??= given?.(world)
      return shared
    }

    for (const actor of areTried) {
      const status = statuses[actor]
      test(`answers ${status} to ${actor}`, async () => {
        const answer = await ask(world, world.people[actor], actor, await givenTo(status))
        expect(answer.status, JSON.stringify(answer.body)).toBe(status)
        if (status >= 400)
          expect(answer.body).toMatchObject({ code: expect.stringMatching(/^[A-Z_]+$/), requestId: expect.any(String) })
      })
    }

    if (isWhole && statuses.anonymous === 401) {
      test('refuses a token not signed by the shop', async () => {
        for (const token of ['x.y.z', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.', '']) {
          const answer = await ask(world, callerAt(world.url, { token }), 'anonymous', await givenTo(401))
          expect(answer.status).toBe(401)
        }
      })
    }

    if (isWhole && unknown) {
      test('answers 404 for an unknown id', async () => {
        const [method = ''] = call.split(' ')
        const { by, path, body } = unknown
        const answer = await world.people[by].send(method, path, body === undefined ? {} : { body })
        expect(answer.status, JSON.stringify(answer.body)).toBe(404)
        expect(answer.body.code).toBe('NOT_FOUND')
      })
    }
  })
}

/** A list with one actor who may not make a call, the last of `actors`. It is empty if all actors may make the call. */
const oneRefused = (statuses: Statuses): readonly Actor[] => actors.filter((actor) => statuses[actor] >= 400).slice(-1)

type Statuses = Record<Actor, number>

const rowOf = new Map(apiTable.map((row) => [`${row.method} ${row.path}`, row]))

/** The expected status for each actor: the status of the permission in the API table, or of the call. */
function statusesOf({ call, answered, instead }: Row): Statuses {
  const { who, status } = rowOf.get(call)!
  const all = Object.fromEntries(actors.map((actor) => [actor, answered ?? status])) as Statuses
  return { ...all, ...permissions[who].refused, ...instead }
}
