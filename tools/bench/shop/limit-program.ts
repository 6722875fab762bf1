import { text } from 'node:stream/consumers'
import { openSqlite } from '@shop/stores/open-sqlite'
import Koa from 'koa'
import type { Answer } from './calls.ts'

/* The smallest program that answers with the same bytes as the shop and stores each written body as durably. */

/** Answers by method and path. An unknown call gets the last answer. */
export type Answers = readonly (readonly [call: string, Answer])[]

const db = openSqlite(process.argv[2] ?? '', 'FULL')
db.exec('CREATE TABLE IF NOT EXISTS rows (body TEXT)')
const insert = db.prepare('INSERT INTO rows VALUES (?)')
let waiting: { body: string; done: () => void }[] = []

function write(body: string) {
  const { promise, resolve: done } = Promise.withResolvers<void>()
  if (waiting.push({ body, done }) === 1) setImmediate(commit)
  return promise
}

function commit() {
  const batch = waiting
  waiting = []
  db.exec('BEGIN')
  for (const { body } of batch) insert.run(body)
  db.exec('COMMIT')
  for (const { done } of batch) done()
}

let answers = new Map<string, Answer & { bytes: Buffer }>()
let last: (Answer & { bytes: Buffer }) | undefined

const app = new Koa()
app.use(async (ctx) => {
  if (ctx.method !== 'GET') await write(JSON.stringify(JSON.parse(await text(ctx.req))))
  const answer = answers.get(`${ctx.method} ${ctx.url}`) ?? last!
  ctx.status = answer.status
  ctx.type = answer.type
  ctx.body = answer.bytes
})

process.on('message', (given: Answers) => {
  answers = new Map(given.map(([call, answer]) => [call, { ...answer, bytes: Buffer.from(answer.text) }]))
  last = [...answers.values()].at(-1)
  process.send?.('taken')
})
process.once('disconnect', () => process.exit())
const server = app.listen(0, '127.0.0.1', () => process.send?.(server.address()))
