import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { commitFile } from '@shop/analysis/copy/copy-files'
import { type Copy, openCopy } from '@shop/analysis/copy/open-copy'
import { readCopiedRange } from '@shop/analysis/questions/copied-range'
import { type Answer, QuestionFailed } from '@shop/analysis/questions/question'
import { runQuestion } from '@shop/analysis/questions/run-question'
import type { Reduction } from '@shop/analysis/reducers/reduction'
import { runReducer } from '@shop/analysis/reducers/run-reducer'
import { openSqliteEventReader } from '@shop/stores/event-store/sqlite/sqlite-event-reader'
import { memoryBombs } from '../../analysis/test-support/memory-bombs.ts'
import { EVENTS_AN_ORDER, makeLogOfOrders } from '../../projections/bench/log-of-orders.ts'
import { starterQuestions } from '../../web/src/analysis/questions/starter-questions.ts'
import { median } from './median.ts'
import { optionsOf } from './options.ts'
import { makeTimesOver } from './times-over.ts'

/**
 * `npm run bench -- questions --events 10000000 --shop ./data` measures questions about a copy with `--events` events. The copy repeats the
 * events of the log in `--shop` (made by `demo:history`) with other numbers, times, orders and people. Without `--shop`, it repeats a log
 * with only orders. The run fails if a question takes more processor time or memory than promised. `--keep ./many` keeps the events for the
 * next run.
 */
const values = optionsOf('npm run bench -- questions', {
  events: { type: 'string', default: '1000000' },
  times: { type: 'string', default: '3' },
  shop: { type: 'string' },
  keep: { type: 'string' },
})
/** `memory` and `bomb` are in bytes. `bomb` limits a process that is ended because it takes more than its allowed memory. */
const MOST = {
  answerMs: 2_000,
  scanMs: 15_000,
  firstMs: 500,
  cancelMs: 200,
  ruleMs: 20_000,
  memory: 768 * 2 ** 20,
  bomb: 900 * 2 ** 20,
}
/** A rule reads this many events, because it may run for only 60 seconds. */
const FOLDED = 1_000_000
const FIRST = 'SELECT count(*) FROM OrderPlaced'
const SCAN = "SELECT count(*) FROM events WHERE data::VARCHAR LIKE '%Merino%Jumper%'"
const ENDLESS = 'SELECT count(*) FROM range(1000000) a, range(1000000) b WHERE hash(a.range, b.range) = 1'
const RULE = `const keyOf = ({ type, data }) => [type, ...(data?.productId ? [data.productId] : [])]
const reduce = (row = { events: 0 }) => ({ events: row.events + 1 })`
const rules: readonly (readonly [what: string, against: Reduction['against']])[] = [
  ['', undefined],
  [', compared with a second rule', { reducer: RULE.replace('events + 1', 'events + (row.events % 7 ? 1 : 2)') }],
  [', compared with the dashboard', { projection: 'dashboard' }],
]
const say = (line: string) => process.stdout.write(`${line}\n`)

const folder = mkdtempSync(join(tmpdir(), 'selvedge-questions-'))
try {
  const many = values.keep ?? join(folder, 'many')
  const events = existsSync(commitFile(many)) ? readCopiedRange(many).event : await makeMany(many)
  say(
    `\nTimes in milliseconds, for a copy with ${events.toLocaleString('en-US')} events. Load of the machine: ${loadavg()[0]!.toFixed(1)}`,
  )
  say(`  ${''.padEnd(62)}${['processor', 'waited'].map((head) => head.padStart(11)).join('')}`)
  const ask =
    (sql: string, parameters: Readonly<Record<string, number | string>> = {}) =>
    () =>
      runQuestion(many, { sql, parameters })
  for (const { title, sql, parameters } of starterQuestions) await report(title, ask(sql, parameters), MOST.answerMs)
  await report('a scan of all texts', ask(SCAN), MOST.scanMs)
  await report('the first answer of a new process', ask(FIRST), MOST.firstMs)
  for (const [what, against] of rules)
    await report(`a rule over the events of all types${what}`, () => fold(many, events, against), MOST.ruleMs)
  await reportCancel(many)
  for (const [what, sql] of memoryBombs) await reportBomb(many, what, sql)
} finally {
  rmSync(folder, { recursive: true })
}

async function makeMany(to: string): Promise<number> {
  const log = values.shop === undefined ? join(folder, 'events.db') : join(values.shop, 'events.db')
  if (values.shop === undefined) await makeLogOfOrders(log, Math.ceil(200_000 / EVENTS_AN_ORDER))
  const store = openSqliteEventReader(log)
  const from = join(folder, 'analysis')
  const copy = await openCopy({ folder: from, store, key: Buffer.alloc(32, 1) })
  const stop = new AbortController()
  const running = copy.run(stop.signal)
  for (let isBehind = true; isBehind; await sleep(50)) {
    const { building, behind } = await copy.status()
    isBehind = building !== undefined || behind !== 0
  }
  await copy.settled()
  const length = lengthOf(copy)
  if (length === 0) throw new Error(`${log} has too few events: 10,000 make the first segment`)
  say(`${length.toLocaleString('en-US')} events of ${values.shop ?? 'a log of orders'} are repeated`)
  const event = await makeTimesOver(copy, from, to, Math.ceil(Number(values.events) / length), (made) =>
    say(`  ${made.toLocaleString('en-US')} are made`),
  )
  stop.abort()
  await running
  await copy.close()
  await store.close()
  return event
}

function lengthOf(copy: Pick<Copy, 'view'>) {
  using view = copy.view()
  return view.segments.at(-1)?.last ?? 0
}

function fold(many: string, events: number, against: Reduction['against']) {
  return runReducer(many, { reducer: RULE, types: [], from: Math.max(1, events - FOLDED + 1), against })
}

async function report(what: string, ask: () => Promise<Answer>, mostMs: number) {
  const [worked, answers]: [number[], Answer[]] = [[], []]
  for (let n = 0; n < Number(values.times); n++) {
    const before = processorMsOfEnded()
    answers.push(await ask())
    worked.push(processorMsOfEnded() - before)
  }
  const memory = Math.max(...answers.map(({ memoryBytes }) => memoryBytes))
  const isTooMuch = memory > MOST.memory
  if (isTooMuch) process.exitCode = 1
  const { rows, truncated } = answers[0]!
  const result = `${rows.length}${truncated ? ' and more' : ''} rows, ${mib(memory)}`
  const waitedMs = median(answers.map(({ elapsedMs }) => elapsedMs))
  reportRow(what, median(worked), waitedMs, mostMs, result + (isTooMuch ? ': TOO MUCH' : ''))
}

/** The processor time of all child processes that have ended (proc(5)). */
function processorMsOfEnded() {
  const HUNDREDTHS_MS = 10
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[13]) + Number(fields[14])) * HUNDREDTHS_MS
}

function reportRow(what: string, tookMs: number, waitedMs: number, mostMs: number, more: string) {
  const isLate = tookMs > mostMs
  if (isLate) process.exitCode = 1
  const columns = [tookMs, waitedMs].map((ms) => ms.toFixed(0).padStart(11)).join('')
  say(`  ${what.padEnd(62)}${columns}  of at most ${mostMs}${isLate ? ': TOO LATE' : ''}  ${more}`)
}

async function reportBomb(many: string, what: string, sql: string) {
  let most = 0
  const onProgress = ({ memoryBytes }: { memoryBytes: number }) => {
    most = Math.max(most, memoryBytes)
  }
  const ended = await runQuestion(many, { sql, parameters: {} }, { onProgress }).catch((error) => error)
  if (!(ended instanceof QuestionFailed)) throw new Error('A question that takes all memory was answered')
  const isTooMuch = most > MOST.bomb
  if (isTooMuch) process.exitCode = 1
  say(`  memory that ${what}: ${ended.failure.message}`)
  say(`    ${mib(most)} of at most ${mib(MOST.bomb)}${isTooMuch ? ': TOO MUCH' : ''}`)
}

function mib(bytes: number) {
  return `${Math.round(bytes / 2 ** 20)} MiB`
}

async function reportCancel(many: string) {
  const took: number[] = []
  for (let n = 0; n < 5; n++) took.push(await timeToCancel(many))
  reportRow('a cancellation (wall time)', median(took), median(took), MOST.cancelMs, '')
}

async function timeToCancel(many: string): Promise<number> {
  const cancelling = new AbortController()
  const running = runQuestion(many, { sql: ENDLESS, parameters: {} }, { signal: cancelling.signal }).catch(
    (error) => error,
  )
  await sleep(500)
  const begun = performance.now()
  cancelling.abort()
  const ended = await running
  if (!(ended instanceof QuestionFailed)) throw new Error('An endless question was answered')
  return performance.now() - begun
}
