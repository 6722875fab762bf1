import { type ChildProcess, fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RemoteRoom } from '@shop/gateway/forward-to'
import { withoutAnalysis } from '@shop/gateway/without-analysis'
import type { Config } from '@shop/server/config'
import { logFact } from '@shop/stores/logger/logger'
import type { Middleware } from 'koa'

const PROGRAM = join(import.meta.dirname, '..', '..', 'analysis', 'src', 'main.ts')
const PAUSE_MS = { shortest: 1_000, longest: 60_000 }
/** The same setting as in `npm start`. With a larger new space, V8 would let more short-lived data pile up. */
const SMALL_NEW_SPACE = ['--max-semi-space-size=8']
const END_MS = 3_000

/**
 * The analysis runs in a second process; all other rooms run in the first. If the analysis cannot run, the middleware answers with the
 * reason.
 */
export type Analysis = Readonly<{
  middleware: Middleware
  origin: () => string | undefined
  run: (signal: AbortSignal) => Promise<void>
}>

/** The child process of `run` gets only the configuration that it needs. */
export function createAnalysis({ analysis, stores, dataFolder, trailFolder }: Config, tokenSecret: string): Analysis {
  const without = (why: string): Analysis => ({
    middleware: withoutAnalysis(why),
    origin: () => undefined,
    run: async () => {},
  })
  if (!analysis) return without('ANALYSIS=off')
  if (!isInstalled()) {
    logFact('info', 'Analysis is not installed: npm ci --omit=dev -w @shop/embedded -w @shop/analysis adds it')
    return without('The analysis is not installed: npm ci --omit=dev -w @shop/embedded -w @shop/analysis adds it')
  }
  const environment = {
    DATA_DIR: dataFolder,
    ...(trailFolder ? { TRAIL_DIR: trailFolder } : { TRAIL: 'off' }),
    EVENT_STORE_URL: stores.events,
    KEY_STORE_URL: stores.keys,
    TOKEN_SECRET: tokenSecret,
    HOST: '127.0.0.1',
    PORT: '0',
    // The same setting as in `npm start`. With an arena for each thread, unused memory would stay allocated.
    MALLOC_ARENA_MAX: '2',
  }
  let room: RunningRoom | undefined
  return {
    origin: () => room?.url,
    middleware: (ctx, next) =>
      (room?.middleware ?? withoutAnalysis('It is starting. Try again in a moment'))(ctx, next),
    run: (signal) => keepRunning(environment, signal, (now) => (room = now)),
  }
}

type RunningRoom = RemoteRoom & Readonly<{ url: string }>

function isInstalled(): boolean {
  try {
    return existsSync(PROGRAM) && createRequire(PROGRAM).resolve('@duckdb/node-api') !== ''
  } catch {
    return false
  }
}

/** Restarts the room's process when it ends, with growing pauses up to a minute, until `signal` aborts. */
async function keepRunning(
  environment: Readonly<Record<string, string>>,
  signal: AbortSignal,
  onRoom: (room: RunningRoom | undefined) => void,
) {
  for (let pauseMs = PAUSE_MS.shortest; !signal.aborted; pauseMs = Math.min(2 * pauseMs, PAUSE_MS.longest)) {
    const begunMs = performance.now()
    const child = fork(PROGRAM, [], { env: environment, execArgv: SMALL_NEW_SPACE })
    const end = () => {
      child.kill('SIGTERM')
      setTimeout(() => child.kill('SIGKILL'), END_MS).unref()
    }
    signal.addEventListener('abort', end)
    let room: Promise<RunningRoom> | undefined
    let isOver = false
    child.on('message', ({ url }: { url: string }) => {
      room = roomAt(url)
      void room.then((one) => isOver || onRoom(one))
    })
    await ended(child)
    isOver = true
    signal.removeEventListener('abort', end)
    onRoom(undefined)
    await (await room)?.close()
    if (signal.aborted) return
    logFact('warn', 'The analysis process has ended and is started again', { exitCode: child.exitCode })
    if (performance.now() - begunMs > PAUSE_MS.longest) pauseMs = PAUSE_MS.shortest
    await sleep(pauseMs, undefined, { signal }).catch(() => {})
  }
}

/** Loads the forwarding code only when the process is ready, so that the shop starts earlier. */
async function roomAt(url: string): Promise<RunningRoom> {
  const { ANALYSIS, forwardTo } = await import('@shop/gateway/forward-to')
  return { ...forwardTo([url], ANALYSIS), url }
}

/** A process that could not be started emits `error` and no `exit`. */
function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.on('error', () => child.pid === undefined && resolve())
  })
}
