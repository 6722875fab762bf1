import { fork } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { startMongo } from '@shop/mongodb/test-support/mongo-server'
import { type From, fillShop, questions } from './queries-shop.ts'

/**
 * How many answers a second one query-service process gives over HTTP out of its memory, beside one that asks MongoDB
 * for each, in turns. The askers and the server of the database share the machine's cores with it, so what counts is
 * the second of its own processor time; the second by the clock is told too. `npm run bench:queries [products]`
 */
const COUNT = Number(process.argv[2] ?? 10_000)
const ROUNDS = 3
const ROUND_MS = 2000
const CONNECTIONS = 32

const mongo = await startMongo()
const url = mongo.url('bench')
await fillShop(url, COUNT)
console.log(`${COUNT} products, ${CONNECTIONS} connections, ${ROUNDS} rounds in turns, the middle one told`)
for (const kind of ['list', 'detail'] as const) {
  const rates: Record<From, Rate[]> = { memory: [], mongodb: [] }
  for (let round = 0; round < ROUNDS; round++)
    for (const from of ['memory', 'mongodb'] as const) rates[from].push(await measure(from, questions(kind, COUNT)))
  const [memory, mongodb] = [middle(rates.memory), middle(rates.mongodb)]
  const times = (memory.aProcessorSecond / mongodb.aProcessorSecond).toFixed(1)
  console.log(`${kind.padEnd(7)} from memory ${told(memory)}; asking MongoDB ${told(mongodb)}; ${times} times`)
}
await mongo.remove()

type Rate = { aProcessorSecond: number; aSecond: number }

async function measure(from: From, paths: readonly string[]): Promise<Rate> {
  const child = fork(new URL('queries-shop.ts', import.meta.url), [from, url], { execArgv: [] })
  const [{ port }] = (await once(child, 'message')) as [AddressInfo]
  const lengths = await Promise.all(paths.map((path) => lengthOf(port, path)))
  await ask(port, paths, lengths, ROUND_MS / 4)
  const before = await processorMs()
  const startedMs = performance.now()
  const answers = await ask(port, paths, lengths, ROUND_MS)
  const [tookMs, usedMs] = [performance.now() - startedMs, (await processorMs()) - before]
  child.kill()
  await once(child, 'exit')
  return { aProcessorSecond: (answers / usedMs) * 1000, aSecond: (answers / tookMs) * 1000 }

  async function processorMs() {
    child.send('processor')
    const [{ ms }] = (await once(child, 'message')) as [{ ms: number }]
    return ms
  }
}

/** Every connection asks one question after the other; an answer is known by its length, which was learned before. */
async function ask(port: number, paths: readonly string[], lengths: readonly number[], forMs: number) {
  let answers = 0
  const endsAtMs = performance.now() + forMs
  const asking = Array.from({ length: CONNECTIONS }, async (_, start) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let next = start
    let missing = 0
    const say = () => {
      const at = next++ % paths.length
      missing = lengths[at] ?? 0
      socket.write(requestFor(paths[at] ?? ''))
    }
    socket.on('data', (bytes) => {
      missing -= bytes.length
      if (missing > 0) return
      answers++
      if (performance.now() < endsAtMs) say()
      else socket.destroy()
    })
    say()
    await once(socket, 'close')
  })
  await Promise.all(asking)
  return answers
}

async function lengthOf(port: number, path: string) {
  const socket = connect(port, '127.0.0.1')
  let length = 0
  let head = ''
  socket.on('data', (bytes) => {
    head ||= String(bytes)
    length += bytes.length
  })
  socket.write(requestFor(path))
  // The answer's end cannot be seen by the connection's, which would change its head.
  for (let before = -1; before !== length || length === 0; await sleep(50)) before = length
  socket.destroy()
  if (!head.startsWith('HTTP/1.1 200')) throw new Error(`${path} was answered ${head.slice(0, 200)}`)
  return length
}

function requestFor(path: string) {
  return `GET ${path} HTTP/1.1\r\nHost: bench\r\n\r\n`
}

function middle(rates: readonly Rate[]) {
  return rates.toSorted((one, other) => one.aProcessorSecond - other.aProcessorSecond)[Math.floor(rates.length / 2)]!
}

function told({ aProcessorSecond, aSecond }: Rate) {
  return `${Math.round(aProcessorSecond)} a processor second (${Math.round(aSecond)} by the clock)`
}
