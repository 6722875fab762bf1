import autocannon from 'autocannon'
import { percentile } from '../../labs/crash/starts.ts'
import { type Addresses, askAt, type Call, headersOf } from './calls.ts'
import { type Known, type Row, rows } from './rows.ts'

export type Job = Readonly<{ row: string; to: Addresses; known: Known; seconds: number }>
export type Loaded = Readonly<{ count: number; perS: number; p50Ms: number; p99Ms: number }>

/** `row.next` gives a different call for each number. */
let sent = 0

process.on('message', async ({ row: name, to, known, seconds }: Job) => {
  const row = rows.find((one) => one.name === name)!
  const begunMs = performance.now()
  const took = await ('walk' in row ? walk(row, to, known, seconds) : send(row, to.url, known, seconds))
  const tookS = (performance.now() - begunMs) / 1000
  const [p50Ms, p99Ms] = [percentile(took, 0.5), percentile(took, 0.99)]
  process.send?.({ count: took.length, perS: took.length / tookS, p50Ms, p99Ms } satisfies Loaded)
})
process.once('disconnect', () => process.exit())

async function send(row: Exclude<Row, { walk: unknown }>, url: string, known: Known, seconds: number) {
  const took: number[] = []
  const refused = new Map<number, number>()
  const requests =
    'repeat' in row
      ? row.repeat(known).map(requestOf)
      : [{ setupRequest: (request: object) => ({ ...request, ...requestOf(row.next(known, sent++)) }) }]
  const running = autocannon({ url, connections: row.connections, duration: seconds, requests })
  // autocannon's own figures are only whole milliseconds.
  const instance = running as unknown as NodeJS.EventEmitter
  instance.on('response', (_client: unknown, status: number, _bytes: number, ms: number) => {
    if (status === 200) took.push(ms)
    else refused.set(status, (refused.get(status) ?? 0) + 1)
  })
  const { errors } = await running
  if (errors > 0 || refused.size > 0)
    throw new Error(`${row.name}: ${errors} errors, refused ${JSON.stringify([...refused])}`)
  return took
}

const requestOf = (call: Call) => ({
  method: call.method,
  path: call.path,
  headers: headersOf(call),
  ...(call.body && { body: JSON.stringify(call.body) }),
})

async function walk(row: Extract<Row, { walk: unknown }>, to: Addresses, known: Known, seconds: number) {
  const ask = askAt(to)
  const took: number[] = []
  const untilMs = performance.now() + seconds * 1000
  const lanes = Array.from({ length: row.connections }, async (_, lane) => {
    while (performance.now() < untilMs) {
      const begunMs = performance.now()
      await row.walk(ask, known, lane)
      took.push(performance.now() - begunMs)
    }
  })
  await Promise.all(lanes)
  return took
}
