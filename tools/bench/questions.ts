import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { commitFile } from '@shop/analysis/copy/copy-files'
import { type Copy, openCopy } from '@shop/analysis/copy/open-copy'
import { readCopiedRange } from '@shop/analysis/questions/copied-range'
import { type Answer, QuestionFailed } from '@shop/analysis/questions/question'
import { runQuestion } from '@shop/analysis/questions/run-question'
import { openSqliteEventReader } from '@shop/stores/event-store/sqlite/sqlite-event-reader'
import { EVENTS_AN_ORDER, makeLogOfOrders } from '../../projections/bench/log-of-orders.ts'
import { starterQuestions } from '../../web/src/analysis/questions/starter-questions.ts'
import { median } from './median.ts'
import { makeTimesOver } from './times-over.ts'

/**
 * `npm run bench -- questions --events 10000000 --shop ./data` measures questions about a copy with `--events` events: the starter
 * questions, a scan of all texts, the first answer of a process, and a cancellation. The events are from a shop's log (made by
 * `demo:history`), or from a log with only orders. The bench repeats these events with other numbers, times, orders and people. The run
 * fails if a question takes more time or memory than promised. The promised time is processor time, because other work on the machine
 * changes processor time only a little. `--keep ./many` keeps the events for the next run.
 */
const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '1000000' },
    times: { type: 'string', default: '3' },
    shop: { type: 'string' },
    keep: { type: 'string' },
  },
})
const MOST = { answerMs: 2_000, scanMs: 15_000, firstMs: 500, cancelMs: 200, memory: 768 * 2 ** 20 }
const FIRST = 'SELECT count(*) FROM OrderPlaced'
const SCAN = "SELECT count(*) FROM events WHERE data::VARCHAR LIKE '%Merino%Jumper%'"
const BOMB = 'SELECT length(string_agg(data::VARCHAR)) FROM events'
const say = (line: string) => process.stdout.write(`${line}\n`)

const folder = mkdtempSync(join(tmpdir(), 'selvedge-questions-'))
try {
  const many = values.keep ?? join(folder, 'many')
  const events = existsSync(commitFile(many)) ? readCopiedRange(many).event : await makeMany(many)
  say(`\n${events.toLocaleString('en-US')} events, milliseconds; load of the machine ${loadavg()[0]!.toFixed(1)}:`)
  say(`  ${''.padEnd(62)}${['processor', 'waited'].map((head) => head.padStart(11)).join('')}`)
  for (const { title, sql } of starterQuestions) await report(many, title, sql, MOST.answerMs)
  await report(many, 'a scan of all texts', SCAN, MOST.scanMs)
  await report(many, 'how many orders: a process and its first answer', FIRST, MOST.firstMs)
  await reportCancel(many)
  const ended = await runQuestion(many, { sql: BOMB, parameters: {} }).catch((error) => error)
  if (!(ended instanceof QuestionFailed)) throw new Error('What takes all memory was answered')
  say(`  what takes all memory ends with: ${ended.failure.message}`)
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
  say(`${length.toLocaleString('en-US')} events of ${values.shop ?? 'a log of orders'}, as often as it takes`)
  const event = await makeTimesOver(copy, from, to, Math.ceil(Number(values.events) / length), (made) =>
    say(`  ${made.toLocaleString('en-US')} are made`),
  )
  stop.abort()
  await running
  await copy.close()
  await store.close()
  return event
}

/** The number of events in whole segments. */
function lengthOf(copy: Pick<Copy, 'view'>) {
  using view = copy.view()
  return view.segments.at(-1)?.last ?? 0
}

/** Asks a question several times, each time in a new process as the shop does. The time is from the start of the process to the answer. */
async function report(many: string, what: string, sql: string, mostMs: number) {
  const question = { sql, parameters: sql.includes('$days') ? { days: 14 } : {} }
  const [worked, answers]: [number[], Answer[]] = [[], []]
  for (let n = 0; n < Number(values.times); n++) {
    const before = processorMsOfEnded()
    answers.push(await runQuestion(many, question))
    worked.push(processorMsOfEnded() - before)
  }
  const memory = Math.max(...answers.map(({ memoryBytes }) => memoryBytes))
  const isTooMuch = memory > MOST.memory
  if (isTooMuch) process.exitCode = 1
  const { rows, truncated } = answers[0]!
  const result = `${rows.length}${truncated ? ' and more' : ''} rows, ${Math.round(memory / 2 ** 20)} MiB`
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

/** Measures several cancellations and reports their median, because a busy machine can delay one of them. */
async function reportCancel(many: string) {
  const took: number[] = []
  for (let n = 0; n < 5; n++) took.push(await timeToCancel(many))
  reportRow('a cancellation, by the clock', median(took), median(took), MOST.cancelMs, '')
}

async function timeToCancel(many: string): Promise<number> {
  const cancelling = new AbortController()
  const running = runQuestion(many, { sql: SCAN, parameters: {} }, { signal: cancelling.signal }).catch(
    (error) => error,
  )
  await sleep(500)
  const begun = performance.now()
  cancelling.abort()
  const ended = await running
  if (!(ended instanceof QuestionFailed)) throw new Error('The scan was answered before it was cancelled')
  return performance.now() - begun
}
