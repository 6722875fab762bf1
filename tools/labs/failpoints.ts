import { ServerResponse } from 'node:http'
import { basename } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/*
 * `node --import ./tools/labs/failpoints.ts …` with FAILPOINT=<name>:<kill|throw>[:<n>] kills the process, or throws, when the process
 * passes this failpoint the n-th time. This file patches functions that the shop calls, so the shop's code does not mention failpoints.
 */

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

/** The keys are names of database files. */
const COMMITS: Readonly<Record<string, readonly [before: Name, after: Name]>> = {
  'events.db': ['append.before', 'append.after-commit'],
  'read-models.db': ['project.before', 'project.after-commit'],
  'jobs.db': ['outbox.before', 'outbox.after-commit'],
  'snapshots.db': ['snapshot.before', 'snapshot.after-commit'],
}

if (process.env.FAILPOINT !== undefined && process.argv.some((word) => word.endsWith('/main.ts')))
  install(process.env.FAILPOINT)

function install(asked: string) {
  if (process.env.NODE_ENV !== 'test') throw new Error('FAILPOINT is only for tests: NODE_ENV is not "test"')
  const [name = '', action = '', times = '1'] = asked.split(':')
  if (!FAILPOINTS.some((known) => known === name) || !['kill', 'throw'].includes(action))
    throw new Error(`FAILPOINT: <name>:<kill|throw>[:<n>] is expected, not ${asked}`)
  let left = Number(times)
  const pass = (here: Name) => {
    if (here !== name || --left !== 0) return
    if (action === 'kill') process.kill(process.pid, 'SIGKILL')
    throw new Error('A failpoint')
  }
  watchCommits(pass)
  watchAnswers(pass)
  watchPayments(pass)
}

type Pass = (here: Name) => void

function watchCommits(pass: Pass) {
  const { exec } = DatabaseSync.prototype
  DatabaseSync.prototype.exec = function (sql) {
    const points = sql === 'COMMIT' ? COMMITS[basename(this.location() ?? '')] : undefined
    if (points) pass(points[0])
    exec.call(this, sql)
    if (points) pass(points[1])
  }
}

function watchAnswers(pass: Pass) {
  const { end } = ServerResponse.prototype
  ServerResponse.prototype.end = function (this: ServerResponse, ...args: unknown[]) {
    if (this.req.method !== 'GET' && this.req.url?.startsWith('/api/')) pass('reply.before')
    return Reflect.apply(end, this, args)
  } as typeof end
}

function watchPayments(pass: Pass) {
  const { fetch } = globalThis
  globalThis.fetch = async (input, init) => {
    const address = String(input)
    const isCapture = address.endsWith('/capture')
    if (isCapture) pass('capture.before-call')
    const response = await fetch(input, init)
    if (isCapture) pass('capture.after-call')
    if (address.endsWith('/refund')) pass('refund.after-call')
    return response
  }
}
