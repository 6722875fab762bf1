import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { verifyArchive } from '@shop/analysis/exports/verify-archive'
import { MOST_ENGINE_BYTES } from '@shop/analysis/limits'
import { AccountRegistered, accountStream } from '@shop/language/account/events'
import { AnalystGranted, ROLES_STREAM } from '@shop/language/account/role-events'
import { definitionOf } from '@shop/language/all-events'
import type { AnalysisStatus } from '@shop/language/analysis/api'
import { ExportMade, exportStream } from '@shop/language/analysis/export-events'
import type { Event } from '@shop/language/events/event'
import { createTokens } from '@shop/server/http/tokens'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { childrenOf, peakOf, watchChildrenOf } from '../../analysis/test-support/peak-memory.ts'
import { EVENTS_AN_ORDER, makeLogOfOrders } from '../../projections/bench/log-of-orders.ts'
import { processorMsOf } from '../labs/crash/starts.ts'
import { optionsOf } from './options.ts'

/**
 * `npm run bench -- exports --events 1000000` measures how much memory an export of this many events takes, in each format: in the process
 * that makes the files and in the room for analysts. The run fails if the two processes together take more than 256 MiB. Linux only
 * (`/proc`).
 */
const values = optionsOf('npm run bench -- exports', { events: { type: 'string', default: '100000' } })
const ROOM = join(import.meta.dirname, '..', '..', 'analysis', 'src', 'main.ts')
const MOST_MIB = MOST_ENGINE_BYTES / 2 ** 20
/** The room is idle if it has used at most this much processor time between two readings. */
const IDLE_MS = 200
const LOOK_EVERY_MS = 3000
const events = Number(values.events)
const formats = ['parquet', 'ndjson'] as const
const [analyst, secret] = ['analyst-of-the-bench', 'a secret of the bench that is long enough for a token']
const say = (line: string) => process.stdout.write(`${line}\n`)

const folder = mkdtempSync(join(tmpdir(), 'selvedge-exports-'))
try {
  await makeLogOfOrders(join(folder, 'events.db'), Math.ceil(events / EVENTS_AN_ORDER))
  await appendAnalystAndExports()
  // Building the copy takes more memory than an export, so the exports are measured in a second process of the room.
  await withRoom(async (_, room) => {
    await untilIdle(room)
    say(`a copy of ${events.toLocaleString('en-US')} events is built`)
  })
  await withRoom(async (get, room) => {
    for (const format of formats) {
      // A caller can download only one export at a time, and the process of an export ends after the last byte.
      while (childrenOf(room).length > 0) await sleep(50)
      await untilIdle(room)
      await measureExport(format, get, room)
    }
  })
} finally {
  rmSync(folder, { recursive: true })
}

async function appendAnalystAndExports() {
  const store = openSqliteEventStore(join(folder, 'events.db'))
  const append = (stream: string, event: Event) => store.append(stream, -1, [recorded(event)])
  await append(accountStream(analyst), AccountRegistered({ accountId: analyst, name: null, email: null, emailKey: '' }))
  await append(ROLES_STREAM, AnalystGranted({ accountId: analyst }))
  const made = { authorId: analyst, from: 1, to: events, types: [], madeAt: new Date().toISOString() }
  for (const format of formats) await append(exportStream(format), ExportMade({ ...made, exportId: format, format }))
  await store.close()
}

function recorded(event: Event) {
  const metadata = {
    correlationId: 'bench',
    causationId: 'bench',
    actor: { role: 'system' as const },
    schemaVersion: definitionOf(event.type).version,
    recordedAt: new Date().toISOString(),
  }
  return { ...event, id: randomUUID(), metadata }
}

type Get = (path: string) => Promise<Response>

/** Starts the room as `npm start` does (embedded/src/run-analysis.ts), and calls `use` when the room has copied all events. */
async function withRoom(use: (get: Get, room: number) => Promise<void>) {
  const env = {
    DATA_DIR: folder,
    TRAIL: 'off',
    TOKEN_SECRET: secret,
    HOST: '127.0.0.1',
    PORT: '0',
    MALLOC_ARENA_MAX: '2',
  }
  const room = fork(ROOM, [], { env, execArgv: ['--max-semi-space-size=8'] })
  try {
    const [{ url }] = (await once(room, 'message')) as [{ url: string }]
    const token = await createTokens(secret).sign({ accountId: analyst, ver: 0 })
    const get: Get = (path) => fetch(url + path, { headers: { authorization: `Bearer ${token}` } })
    while ((await behind(get)) > 0) {
      if (room.exitCode !== null) throw new Error(`the room has ended with ${room.exitCode}`)
      await sleep(500)
    }
    await use(get, room.pid!)
  } finally {
    room.kill('SIGTERM')
    await once(room, 'exit')
  }
}

async function behind(get: Get): Promise<number> {
  // While the room builds the copy, it may close an idle connection just when a request comes.
  const answer = await get('/analysis/status').catch(() => undefined)
  if (!answer) return Number.POSITIVE_INFINITY
  if (!answer.ok) throw new Error(await answer.text())
  const { building, behind } = (await answer.json()) as AnalysisStatus
  return building ? Number.POSITIVE_INFINITY : (behind ?? 0)
}

/** Waits until the room has merged its segments and kept its snapshots. */
async function untilIdle(room: number) {
  let before = 0
  for (let now = processorMsOf(room); now - before > IDLE_MS; now = processorMsOf(room)) {
    before = now
    await sleep(LOOK_EVERY_MS)
  }
}

async function measureExport(format: string, get: Get, room: number) {
  const [began, before, maker] = [performance.now(), peakOf(room) ?? 0, watchChildrenOf(room)]
  const answer = await get(`/analysis/exports/${format}`)
  if (!answer.ok) throw new Error(await answer.text())
  const manifest = await verifyArchive(Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]))
  const [seconds, peaks] = [(performance.now() - began) / 1000, { maker: maker(), room: peakOf(room) ?? 0 }]
  const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0)
  const rows = manifest.tables.find(({ name }) => name === 'events')?.rows ?? 0
  const added = peaks.maker + peaks.room - before
  const isMore = added > MOST_MIB
  if (isMore || rows !== events) process.exitCode = 1
  say(`${rows.toLocaleString('en-US')} events as ${format}: ${mib(bytes / 2 ** 20)} in ${seconds.toFixed(1)} s`)
  say(
    `  the process that makes its files: ${mib(peaks.maker)}; the room that sends them: ${mib(before)} before the export, ${mib(peaks.room)} during it`,
  )
  say(`  ${mib(added)} for the export, at most ${MOST_MIB} allowed${isMore ? ': TOO MUCH' : ''}`)
}

function mib(size: number) {
  return `${Math.round(size)} MiB`
}
