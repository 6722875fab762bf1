import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serve } from '@shop/server/http/serve'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import Koa from 'koa'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appendAll, copying, newFolder, someEvents } from '../../test-support/copied-shop.ts'
import { childrenOf } from '../../test-support/peak-memory.ts'
import { tableFile } from '../copy/copy-files.ts'
import type { CopyView } from '../copy/copy-view.ts'
import { DAMAGED } from '../copy/damaged.ts'
import { createAnalysis } from '../create-analysis.ts'
import { exportRoutes } from './export-routes.ts'
import { openTakenExports } from './taken-exports.ts'

const place = newFolder()
const store = openSqliteEventStore(':memory:')
beforeAll(async () => {
  await appendAll(store, await someEvents(20, 1))
})
afterAll(async () => {
  await store.close()
  place.remove()
})

const NOW = new Date('2026-03-02T10:00:00.000Z')
/** Ids of exports are `<who>-<what>`. Exports named `slow…` start only when the test lets them start. Exports named `old` are days old. */
const recorded = (stream: string) => {
  const [, authorId = '', what = ''] = stream.split('-')
  const madeAt = what === 'old' ? '2026-03-01T09:59:59.000Z' : '2026-03-02T09:00:00.000Z'
  return {
    exportId: `${authorId}-${what}`,
    authorId,
    format: 'ndjson',
    from: 1,
    to: what.startsWith('slow') ? 19 : 20,
    types: [],
    madeAt,
  }
}

type Asked = { isStuck?: boolean; isDamaged?: boolean; leastFree?: number; longestMs?: number }

async function asked(
  use: (ask: (who: string, what: string) => Promise<Response>, begin: () => void) => Promise<void>,
  { isStuck = false, isDamaged = false, ...more }: Asked = {},
) {
  const begun = Promise.withResolvers<void>()
  await copying(store, place.folder, async (copy) => {
    const digestAt = async (event: number) => {
      if (event === 19) await begun.promise
      return copy.digestAt(event)
    }
    using taken = openTakenExports(join(place.folder, 'taken-exports'))
    const routes = exportRoutes({
      copy: { view: () => (isStuck ? stuckIn(copy.view()) : copy.view()), digestAt, check: async () => !isDamaged },
      log: {
        async *readStream(stream) {
          yield { data: recorded(stream) } as never
        },
      },
      answers: { answerOf: () => undefined },
      taken,
      folder: place.folder,
      now: () => NOW,
      ...more,
    })
    const room = createAnalysis({
      routes: [routes],
      verify: async (token) => ({ accountId: token.split('.')[0]!, ver: 0 }),
      callerBy: async ({ accountId }) => ({ id: accountId, role: 'analyst' }),
    })
    const serving = await serve(new Koa().use(room).callback(), { host: '127.0.0.1', port: 0 })
    const ask = (who: string, what: string) =>
      fetch(`${serving.url}/analysis/exports/${who}-${what}`, { headers: { authorization: `Bearer ${who}.n.n` } })
    try {
      await use(ask, begun.resolve)
    } finally {
      await serving.stop(0)
    }
  })
}

test('an export that was sent whole is not sent again by a restarted room', async () => {
  await asked(async (ask) => {
    await (await ask('dan', 'all')).arrayBuffer()
    await expect.poll(async () => (await ask('dan', 'all')).status).toBe(409)
  })
  const long = new Date(Date.now() - 86_500_000)
  const taken = join(place.folder, 'taken-exports')
  writeFileSync(join(taken, 'dan-before'), '')
  utimesSync(join(taken, 'dan-before'), long, long)
  await asked(async (ask) => {
    expect((await ask('dan', 'all')).status).toBe(409)
    expect((await (await ask('dan', 'more')).arrayBuffer()).byteLength).toBeGreaterThan(1_000)
    await expect.poll(() => readdirSync(taken).toSorted()).toEqual(['dan-all', 'dan-more'])
  })
})

test('events are not exported from a damaged copy', async () => {
  await asked(
    async (ask) => {
      const refused = await ask('fay', 'all')
      expect([refused.status, ((await refused.json()) as { message: string }).message]).toEqual([503, DAMAGED])
    },
    { isDamaged: true },
  )
  await asked(async (ask) => expect((await ask('fay', 'all')).status).toBe(200))
})

test('an export is sent whole only once, and only within a day', async () => {
  await asked(async (ask) => {
    const first = await ask('ann', 'all')
    expect([first.status, (await first.arrayBuffer()).byteLength > 1_000]).toEqual([200, true])
    await expect.poll(async () => (await ask('ann', 'all')).status).toBe(409)
    expect((await ask('ann', 'old')).status).toBe(409)
    expect((await ask('ben', 'all')).status).toBe(200)
  })
})

/** A view whose events are in a pipe. Nothing writes to the pipe, so reading the events does not end. */
function stuckIn(view: CopyView): CopyView {
  const counts = { events: view.event }
  const segment = { first: 1, last: view.event, folder: join(place.folder, 'stuck'), counts }
  mkdirSync(segment.folder, { recursive: true })
  const pipe = tableFile(segment, 'events')
  if (!existsSync(pipe)) execFileSync('mkfifo', [pipe])
  return { ...view, segments: [segment] }
}

test.runIf(process.platform === 'linux')(
  'an export whose download breaks off stops its process at once, and can be downloaded again',
  async () => {
    await asked(
      async (ask) => {
        const before = childrenOf(process.pid)
        const begun = () => childrenOf(process.pid).filter((one) => !before.includes(one)).length
        const broken = await ask('ann', 'broken')
        await expect.poll(begun).toBe(1)
        await broken.body?.cancel()
        await expect.poll(begun).toBe(0)
        const again = async () => {
          const { status, body } = await ask('ann', 'broken')
          await body?.cancel()
          return status
        }
        await expect.poll(again).toBe(200)
      },
      { isStuck: true },
    )
  },
)

test('an export that takes too long is cut off, and another export can start', async () => {
  await asked(
    async (ask) => {
      const broken = async () => {
        const { status, body } = await ask('ann', 'broken')
        return [status, await new Response(body).text().catch(() => 'cut off')]
      }
      expect(await broken()).toEqual([200, 'cut off'])
      await expect.poll(broken).toEqual([200, 'cut off'])
    },
    { isStuck: true, longestMs: 100 },
  )
})

test('a caller can download one export at once, and all callers together two', async () => {
  await asked(async (ask, begin) => {
    const [ann, ben] = [await ask('ann', 'slow'), await ask('ben', 'slow')]
    expect([ann.status, ben.status]).toEqual([200, 200])
    expect([(await ask('ann', 'more')).status, (await ask('cy', 'all')).status]).toEqual([429, 503])
    begin()
    await Promise.all([ann.arrayBuffer(), ben.arrayBuffer()])
    await expect.poll(async () => (await ask('cy', 'all')).status).toBe(200)
  })
})

test('no export is made when the disk has too little free space', async () => {
  await asked(async (ask) => expect((await ask('eve', 'all')).status).toBe(503), { leastFree: 2 ** 62 })
})
