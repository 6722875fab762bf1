import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { User } from '@shop/language/account/api'
import { type Recorded, START } from '@shop/language/events/event'
import type { OutboxMail } from '@shop/language/mail/answers'
import { testPasswords } from '@shop/language/test-support/test-passwords'
import { readConfig } from '@shop/server/config'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startEmbedded } from './main.ts'

const ADMIN = { email: 'root@shop.test', password: testPasswords.adminOfARoom }
const NOOR = { email: 'noor@shop.test', password: testPasswords.adminOfARoom }
const PATH = '/analysis/questions'
const FRIDAY = '2026-11-27T12:00:00Z'
/** Eight o'clock in Berlin. */
const [MONDAY, NEXT_MONDAY] = ['2026-11-30T07:00:00.000Z', '2026-12-07T07:00:00.000Z']
const LOOKED = { timeout: 120_000, interval: 200 }

let folder: string
let shop: Awaited<ReturnType<typeof startEmbedded>>
let wallMs: number
let passedMs = 0
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'selvedge-mailed-'))
  await startAt(FRIDAY)
})
afterEach(async () => {
  await shop.close()
  rmSync(folder, { recursive: true })
})

/** Starts the shop at this time. The sweep for mails runs at once. */
async function startAt(time: string) {
  wallMs = Date.parse(time)
  const environment = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, DEMO: 'off', RATE_LIMITS: 'off' }
  const config = readConfig({ DATA_DIR: folder, PORT: '0', TIME_ZONE: 'Europe/Berlin', ...environment })
  shop = await startEmbedded(config, {
    web: false,
    clocks: { clock: { wallMs: () => wallMs, monotonicMs: () => passedMs } },
  })
}
async function restartAt(time: string) {
  await shop.close()
  await startAt(time)
}

async function ask(token: string, method: string, path: string, body?: object) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const answer = await fetch(`${shop.url}/api${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  expect(answer.status, `${method} ${path}`).toBeLessThan(300)
  return answer.json()
}
const signIn = async (who: object) => ((await ask('', 'POST', '/users/login', who)) as { token: string }).token

/** The mails of answers. Time passes, because a mail is tried again after a minute while the analysis starts. */
async function mails() {
  wallMs += 5_000
  passedMs += 5_000
  const outbox = (await ask(await signIn(ADMIN), 'GET', '/admin/outbox')) as readonly OutboxMail[]
  return outbox.filter(({ kind }) => kind === 'question-answer')
}
async function eventsOf(type: string) {
  const found: Recorded[] = []
  for await (const { events, caughtUp } of shop.log.follow(START, new AbortController().signal)) {
    found.push(...events.filter((event) => event.type === type))
    if (caughtUp) break
  }
  return found
}

test('each subscriber gets one mail a Monday, even after restarts, until they unsubscribe or are erased', async () => {
  const root = await signIn(ADMIN)
  const { _id } = (await ask(root, 'POST', '/admin/users', { name: 'Noor', role: 'analyst', ...NOOR })) as User
  await ask(root, 'POST', PATH, {
    name: 'people',
    sql: 'SELECT count(*) AS people, 1250 AS netCents FROM AccountRegistered',
  })
  await ask(root, 'POST', PATH, { name: 'wrong', sql: 'SELECT nothing FROM events' })
  expect(await ask(root, 'PUT', `${PATH}/people/mail`)).toEqual({ name: 'people', nextAt: MONDAY })
  await ask(await signIn(NOOR), 'PUT', `${PATH}/people/mail`)
  await ask(await signIn(NOOR), 'PUT', `${PATH}/wrong/mail`)

  await restartAt('2026-11-30T06:59:59Z')
  expect(await eventsOf('QuestionMailDue')).toEqual([])
  await restartAt('2026-11-30T07:00:01Z')
  await expect.poll(async () => (await mails()).length, LOOKED).toBe(3)
  const sent = await mails()
  const ofRoot = sent.find(({ to }) => to === ADMIN.email)!
  expect(ofRoot.subject).toBe('people, Monday, November 30, 2026')
  expect(ofRoot.text).toContain('people | netCents\n2 | $12.50')
  expect(ofRoot.text).toContain(
    '/analysis/questions?question=people&version=1&asOf=2026-11-30T07%3A00%3A00.000Z&run=yes',
  )
  expect(sent.some(({ to, text }) => to === NOOR.email && text.includes('but it failed:'))).toBe(true)

  await restartAt('2026-11-30T09:00:00Z')
  expect(await ask(await signIn(ADMIN), 'GET', '/analysis/mailed-questions')).toEqual([
    { name: 'people', nextAt: NEXT_MONDAY },
  ])
  await ask(await signIn(ADMIN), 'PUT', `${PATH}/people`, { name: 'accounts' })
  await ask(await signIn(ADMIN), 'DELETE', `/admin/users/${_id}`)

  await restartAt('2026-12-08T07:00:00Z')
  const forRoot = async () => (await mails()).map(({ subject }) => subject)
  await expect.poll(forRoot, LOOKED).toContain('accounts, Monday, December 7, 2026')
  await ask(await signIn(ADMIN), 'DELETE', `${PATH}/accounts/mail`)
  await restartAt('2026-12-15T07:00:00Z')
  const due = (await eventsOf('QuestionMailDue')).map(({ data }) => data)
  expect(due).toHaveLength(4)
  expect(due.at(-1)).toMatchObject({ name: 'accounts', dueAt: NEXT_MONDAY })
  expect(await ask(await signIn(ADMIN), 'GET', '/analysis/mailed-questions')).toEqual([])
  const ended = (await eventsOf('MailSent')).map(({ data }) => data as { kind: string; mailId: string })
  const ids = ended.filter(({ kind }) => kind === 'question-answer').map(({ mailId }) => mailId)
  expect(new Set(ids).size).toBe(4)
  expect(ids).toHaveLength(4)
})
