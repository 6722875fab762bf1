import { fork } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { startMongo } from '@shop/mongodb/test-support/mongo-server'
import { report } from '../../tools/bench/report.ts'
import { type From, fillShop, questions } from './queries-shop.ts'

/**
 * How many answers one query-service process gives over HTTP in a second of its own processor time out of its memory,
 * beside one that asks MongoDB for each; how soon after its start it answers, and how much memory it then holds. By the
 * clock it would count that askers and database share the machine's cores with it. `npm run bench:queries -- [products]`
 */
const COUNT = Number(process.argv[2] ?? 10_000)
const ROUND_MS = 2000
const CONNECTIONS = 32

const mongo = await startMongo()
const url = mongo.url('bench')
await fillShop(url, COUNT)
const side = (name: string, from: From) => ({ name, run: () => measure(from) })
await report({
  title: `${COUNT} products, asked over ${CONNECTIONS} connections`,
  rounds: 3,
  warmUps: 0,
  sides: [side('asking MongoDB', 'mongodb'), side('from memory', 'memory')],
})
await mongo.remove()

/** One process from its start to its end; `ready` is from its first moment to its first answer. */
async function measure(from: From) {
  const begunMs = performance.now()
  const child = fork(new URL('queries-shop.ts', import.meta.url), [from, url], { execArgv: [] })
  const [{ port }] = (await once(child, 'message')) as [AddressInfo]
  await lengthOf(port, questions('detail', COUNT)[0] ?? '')
  const readyMs = performance.now() - begunMs
  const lists = await rateOf(questions('list', COUNT))
  const details = await rateOf(questions('detail', COUNT))
  const { rssMB } = await used()
  child.kill()
  await once(child, 'exit')
  return { readyMs, rssMB, listsPerCpuS: lists, detailsPerCpuS: details }

  async function rateOf(paths: readonly string[]) {
    const lengths = await Promise.all(paths.map((path) => lengthOf(port, path)))
    await ask(port, paths, lengths, ROUND_MS / 4)
    const before = await used()
    const answers = await ask(port, paths, lengths, ROUND_MS)
    return (answers / ((await used()).ms - before.ms)) * 1000
  }

  async function used() {
    child.send('used')
    const [figures] = (await once(child, 'message')) as [{ ms: number; rssMB: number }]
    return figures
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
