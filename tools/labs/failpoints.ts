import { ServerResponse } from 'node:http'
import { basename } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

/*
 * Named moments at which a process of the shop dies, throws or waits: `node --import ./tools/labs/failpoints.ts …` with
 * FAILPOINT=<name>:<kill|throw|delay>[:<n>], at the n-th time that it passes there. It is hung on what the shop calls, SQLite,
 * fetch and the answers of HTTP, so the shop itself has no line for it and a shop without it costs nothing more.
 */

type Action = 'kill' | 'throw' | 'delay'
const DELAY_MS = 500

export const FAILPOINTS = [
  'append.before',
  'append.after-commit',
  'reply.before',
  'project.before',
  'project.after-commit',
  'outbox.before',
  'outbox.after-commit',
  'snapshot.before',
  'snapshot.after-commit',
  'capture.before-call',
  'capture.after-call',
  'refund.after-call',
] as const
type Name = (typeof FAILPOINTS)[number]

/** Which points the commits of a file are. */
const COMMITS: Readonly<Record<string, readonly [before: Name, after: Name]>> = {
  'events.db': ['append.before', 'append.after-commit'],
  'read-models.db': ['project.before', 'project.after-commit'],
  'jobs.db': ['outbox.before', 'outbox.after-commit'],
  'snapshots.db': ['snapshot.before', 'snapshot.after-commit'],
}

if (process.env.FAILPOINT !== undefined && process.argv.some((word) => word.endsWith('/main.ts')))
  install(process.env.FAILPOINT)

function install(asked: string) {
  if (process.env.NODE_ENV !== 'test') throw new Error('FAILPOINT is for tests alone: NODE_ENV is not "test"')
  const [name = '', action = '', times = '1'] = asked.split(':')
  if (!FAILPOINTS.some((known) => known === name) || !['kill', 'throw', 'delay'].includes(action))
    throw new Error(`FAILPOINT: <name>:<kill|throw|delay>[:<n>] is expected, not ${asked}`)
  let left = Number(times)
  /** Returns what is to be waited for, where the caller can wait. */
  const pass = (here: Name): Promise<unknown> | undefined => {
    if (here !== name || --left !== 0) return undefined
    return act(action as Action)
  }
  watchCommits(pass)
  watchAnswers(pass)
  watchPayments(pass)
}

function act(action: Action) {
  if (action === 'kill') process.kill(process.pid, 'SIGKILL')
  if (action === 'throw') throw new Error('A failpoint')
  return sleep(DELAY_MS)
}

type Pass = (here: Name) => Promise<unknown> | undefined

function watchCommits(pass: Pass) {
  const { exec } = DatabaseSync.prototype
  DatabaseSync.prototype.exec = function (sql) {
    const points = sql === 'COMMIT' ? COMMITS[basename(this.location() ?? '')] : undefined
    if (points) void pass(points[0])
    exec.call(this, sql)
    if (points) void pass(points[1])
  }
}

/** Before the answer to a write, whatever it is. */
function watchAnswers(pass: Pass) {
  const { end } = ServerResponse.prototype
  ServerResponse.prototype.end = function (this: ServerResponse, ...args: unknown[]) {
    if (this.req.method !== 'GET' && this.req.url?.startsWith('/api/')) void pass('reply.before')
    return Reflect.apply(end, this, args)
  } as typeof end
}

function watchPayments(pass: Pass) {
  const { fetch } = globalThis
  globalThis.fetch = async (input, init) => {
    const address = String(input)
    const isCapture = address.endsWith('/capture')
    if (isCapture) await pass('capture.before-call')
    const response = await fetch(input, init)
    if (isCapture) await pass('capture.after-call')
    if (address.endsWith('/refund')) await pass('refund.after-call')
    return response
  }
}
