import { accountStream } from '@shop/language/account/events'
import { forgottenStream } from '@shop/language/account/forgotten-events'
import { idFrom } from '@shop/language/values/id-from'
import { MailNotTaken } from '@shop/stores/mailer/mailer'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { accountDecider } from '../account/account-decider.ts'
import { forgottenDecider } from '../account/forgotten-decider.ts'
import { claim } from '../claim/claims.ts'
import { createQueuedCommands } from '../handle-queued.ts'
import { changeStatus } from '../order/change-order.ts'
import { createWorld, type Failpoint, type World } from '../test-support/create-world.ts'
import { withoutTokens } from './links.ts'

const HOUR_MS = 60 * 60_000
let world: World
let dies: (failpoint: Failpoint) => boolean
beforeEach(async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  dies = () => false
  world = createWorld({
    mails: true,
    pass: async (failpoint) => {
      if (dies(failpoint)) throw new Error(`died ${failpoint}`)
    },
  })
  await register('ada')
})

const handle = (accountId: string, command: object) =>
  world
    .parts()
    .commands.handle(accountDecider, accountStream(accountId), { accountId, ...command } as never, world.asking())
const register = (accountId: string) =>
  handle(accountId, {
    type: 'Register',
    name: 'Ada <b>&amp;',
    email: `${accountId}@x.test`,
    emailKey: accountId,
    passwordHash: '',
  })
const changePassword = () => handle('ada', { type: 'ChangePassword', passwordHash: 'h', by: 'operator' })
const sentKinds = () => world.mailer.taken.map(({ kind }) => kind)
const mailEvents = () => world.events.filter(({ type }) => type.startsWith('Mail')).map(({ type }) => type)

test('a mail is recorded before and after it is sent; it goes to the current address, under an id made from its event’s id', async () => {
  await world.settle()
  const [registered] = world.events
  expect(world.mailer.taken).toMatchObject([
    {
      id: idFrom('mail', registered!.id, 'welcome'),
      kind: 'welcome',
      to: 'ada@x.test',
      subject: 'Welcome to Selvedge',
    },
  ])
  expect(mailEvents()).toEqual(['MailBegun', 'MailSent'])
  expect(world.mailer.taken[0]?.text).toContain('https://shop.test/')
})

test('no mail about an account contains its name, because anyone can register with a stranger’s address', async () => {
  const asked = { type: 'RequestEmail', email: 'bob@x.test', emailKey: 'bob', ver: 0 }
  await handle('ada', asked)
  await handle('ada', { type: 'ConfirmEmail', emailKey: 'bob', ver: 0, isSignedIn: false })
  await handle('ada', { ...asked, email: 'eve@x.test', emailKey: 'eve' })
  await world.settle()
  await changePassword()
  await world.settle()
  expect(new Set(sentKinds())).toEqual(new Set(['welcome', 'email-confirm', 'email-changed', 'password-changed']))
  for (const { subject, text, html } of world.mailer.taken) expect(subject + text + html).not.toMatch(/Ada/)
})

test('the log and the jobs contain no address and no name from a mail', async () => {
  const jobs = JSON.stringify([...world.jobs.values()])
  await world.settle()
  const log = JSON.stringify(world.events.filter(({ type }) => type.startsWith('Mail')))
  for (const text of [jobs, log]) expect(text).not.toMatch(/x\.test|Ada/)
})

describe('a crash', () => {
  test.each(['before mailer', 'after mailer'] as const)(
    '%s repeats the mail once, under the same id',
    async (where) => {
      let deaths = 1
      dies = (failpoint) => failpoint === where && deaths-- > 0
      await world.settle()
      expect(new Set(world.mailer.taken.map(({ id }) => id)).size).toBe(1)
      expect(sentKinds().length).toBe(where === 'after mailer' ? 2 : 1)
      expect(mailEvents()).toEqual(['MailBegun', 'MailBegun', 'MailSent'])
    },
  )

  test('at each try drops the mail after its second try', async () => {
    dies = (failpoint) => failpoint === 'after mailer'
    await world.settle()
    expect(sentKinds()).toEqual(['welcome', 'welcome'])
    expect(mailEvents()).toEqual(['MailBegun', 'MailBegun', 'MailDropped'])
  })

  test.each(['before append', 'after append'] as const)('%s of any mail event sends no third copy', async (where) => {
    for (let nth = 1; nth <= 4; nth++) {
      const before = world.mailer.taken.length
      await changePassword()
      let passed = 0
      dies = (failpoint) => failpoint === where && ++passed === nth
      await world.settle()
      dies = () => false
      const copies = world.mailer.taken.slice(before).filter(({ kind }) => kind === 'password-changed')
      expect(copies.length).toBeGreaterThan(0)
      expect(copies.length).toBeLessThanOrEqual(2)
      expect(new Set(copies.map(({ id }) => id)).size).toBe(1)
      world.passTime(2 * HOUR_MS)
    }
  })

  test('that loses the remembered commands repeats no mail, even if all jobs run again', async () => {
    const jobs = [...world.jobs.values()]
    await world.settle()
    world.restart({ forgettingIds: true })
    for (const { id, command } of jobs)
      expect(await createQueuedCommands(world.parts())({ id, command })).toBeUndefined()
    expect(sentKinds()).toEqual(['welcome'])
  })
})

test('a mail that the server does not accept is tried again until the server accepts it', async () => {
  world.mailer.failWith(new MailNotTaken('ECONNREFUSED', false))
  await world.live(2 * HOUR_MS)
  expect(sentKinds()).toEqual([])
  world.mailer.failWith(undefined)
  await world.settle()
  expect(sentKinds()).toEqual(['welcome'])
  expect(mailEvents().filter((type) => type === 'MailFailed').length).toBeLessThan(12)
})

test('a mail that is finally refused is dropped', async () => {
  world.mailer.failWith(new MailNotTaken('EENVELOPE 550', true))
  await world.settle()
  expect(mailEvents()).toEqual(['MailBegun', 'MailDropped'])
})

test('while the shop doubts its clock, no mail is too late', async () => {
  world = createWorld({ mails: true, forgetting: () => 0 })
  await register('ada')
  world.passTime(400 * 24 * HOUR_MS)
  await world.settle()
  expect(sentKinds()).toEqual(['welcome'])
})

test('news that is a day old is no longer mailed', async () => {
  world.passTime(24 * HOUR_MS)
  await world.settle()
  expect(sentKinds()).toEqual([])
  expect(mailEvents()).toEqual([])
})

test('a mail is tried about twenty times with a server that is down for a day, and then no more', async () => {
  world.mailer.failWith(new MailNotTaken('ECONNREFUSED', false))
  await world.settle()
  const types = mailEvents()
  expect(types.at(-1)).toBe('MailDropped')
  expect(types.filter((type) => type === 'MailFailed').length).toBeGreaterThan(15)
  expect(types.filter((type) => type === 'MailFailed').length).toBeLessThan(40)
})

test('at most three mails of a kind go to a person within an hour; further mails wait', async () => {
  for (let count = 0; count < 5; count++) await changePassword()
  await world.live(59 * 60_000)
  expect(sentKinds().filter((kind) => kind === 'password-changed')).toHaveLength(3)
  await world.settle()
  expect(sentKinds().filter((kind) => kind === 'password-changed')).toHaveLength(5)
})

test('an erased person’s mail is dropped, and their kept mails are removed', async () => {
  await handle('ada', { type: 'Erase' })
  await world.settle()
  expect(sentKinds()).toEqual([])
  await register('bob')
  await world.settle()
  expect(sentKinds()).toEqual(['welcome'])
  await handle('bob', { type: 'Erase' })
  await world.settle()
  expect(sentKinds()).toEqual([])
})

describe('a mail to a person who is erased while the mailer gets the mail', () => {
  const jobOfMail = () => [...world.jobs.values()].find(({ command }) => command.type === 'SendMail')!

  /** A process whose mailer waits until the erasure is over. */
  function heldUp() {
    const { mailer, ...parts } = world.parts()
    let erased = false
    const send: typeof mailer.send = async (mail) => {
      if (!erased) await handle('ada', { type: 'Erase' })
      erased = true
      await mailer.send(mail)
    }
    return createQueuedCommands({ ...parts, mailer: { ...mailer, send } })
  }

  test('is removed again', async () => {
    await heldUp()(jobOfMail())
    expect(mailEvents()).toEqual(['MailBegun', 'MailSent'])
    expect(sentKinds()).toEqual([])
  })

  test.each([0, 24])('is removed even if the process dies, by a try %i hours later', async (hours) => {
    dies = (failpoint) => failpoint === 'after mailer'
    await heldUp()(jobOfMail())
    expect(sentKinds()).toEqual(['welcome'])
    dies = () => false
    world.passTime(hours * HOUR_MS)
    await world.work(jobOfMail())
    expect(sentKinds()).toEqual([])
    expect(mailEvents()).toEqual(['MailBegun', 'MailDropped'])
  })
})

test('the mail about an order’s status is dropped once the order has another status', async () => {
  await world.list('shirt', 3)
  const { checkoutId } = await world.start('ada', { shirt: 1 })
  world.bank.decide(await world.beginPayment(checkoutId), 'approved')
  await world.pay('ada', { checkoutId })
  await world.finalize(checkoutId)
  await world.settle()
  for (const status of ['Shipped', 'Delivered'] as const) await world.becomes(checkoutId, status)
  await world.settle()
  expect(sentKinds()).toContain('order-delivered')
  expect(sentKinds()).not.toContain('order-shipped')
})

test('the mails about a cancellation and its undoing say what happens to pieces, money and order', async () => {
  await world.list('shirt', 3)
  const { checkoutId: orderId } = await world.start('ada', { shirt: 2 })
  world.bank.decide(await world.beginPayment(orderId), 'approved')
  await world.pay('ada', { checkoutId: orderId })
  await world.finalize(orderId)
  await world.settle()
  const at = new Date(world.now()).toISOString()
  const cancel = { type: 'ChangeStatus', status: 'Cancelled', at, message: 'The dye was wrong' } as const
  const last = () =>
    world.mailer.taken.findLast(({ kind }) => kind === 'order-cancelled' || kind === 'order-resumed')?.text
  await changeStatus(world.parts(), orderId, cancel, world.asking())
  await world.settle()
  expect(last()).toMatch(
    /The dye was wrong.*We will not send this order.*We will email you again when your money is refunded/s,
  )
  await world.becomes(orderId, 'Shipped')
  await world.settle()
  expect(last()).toMatch(/We have undone the cancellation.*Your order is on its way/s)
  await changeStatus(
    world.parts(),
    orderId,
    { ...cancel, refund: { refundId: 'r1', amountCents: 2000 } },
    world.asking(),
  )
  await world.settle()
  expect(last()).toMatch(/please send them back to us.*We refund \$20\.00/s)
})

describe('a link for a new password', () => {
  const askFor = (emailKey: string) =>
    world
      .parts()
      .commands.handle(forgottenDecider, forgottenStream(emailKey), { type: 'AskForReset', emailKey }, world.asking())
  const holds = async () => true
  beforeEach(async () => {
    await claim(world.parts().commands, { kind: 'email', key: 'ada', ownerId: 'ada' }, holds, world.asking())
    await world.settle()
  })

  test('goes to the account with the address, if there is one', async () => {
    await askFor('nobody')
    await askFor('ada')
    await world.settle()
    expect(sentKinds()).toEqual(['welcome', 'password-reset'])
    const [, { to, text }] = world.mailer.taken as [unknown, { to: string; text: string }]
    expect(to).toBe('ada@x.test')
    expect(text).toMatch(/https:\/\/shop\.test\/reset-password#token=\S+/)
    expect(withoutTokens(text)).toBe(text.replace(/#token=\S+/, '#…'))
  })

  test('is the same when the mail is repeated, and is not mailed if it would expire too soon', async () => {
    await askFor('ada')
    dies = (failpoint) => failpoint === 'after mailer'
    const [job] = [...world.jobs.values()]
    await world.work(job!)
    const [, first] = world.mailer.taken
    dies = () => false
    await world.work(job!)
    expect(world.mailer.taken.at(-1)?.text).toBe(first?.text)
    const before = sentKinds()
    await askFor('ada')
    const [later] = [...world.jobs.values()]
    world.passTime(56 * 60_000)
    await world.work(later!)
    expect(mailEvents().at(-1)).toBe('MailSent')
    expect([sentKinds(), [...world.jobs.values()]]).toEqual([before, []])
  })
})

test('a new address gets a mail unless another account has it, and the former address is notified', async () => {
  const wanted = { email: 'king@x.test', emailKey: 'k2' }
  await handle('ada', { type: 'RequestEmail', ...wanted, ver: 0 })
  await world.settle()
  await handle('ada', { type: 'ConfirmEmail', emailKey: 'k2', ver: 0 })
  await handle('ada', { type: 'Edit', name: 'Ada King' })
  await world.settle()
  expect(world.mailer.taken.map(({ kind, to }) => [kind, to])).toEqual([
    ['welcome', 'ada@x.test'],
    ['email-confirm', 'king@x.test'],
    ['email-changed', 'ada@x.test'],
  ])
  expect(world.mailer.taken[1]?.text).toMatch(/https:\/\/shop\.test\/confirm-email#token=\S+/)
  await register('bob')
  await claim(world.parts().commands, { kind: 'email', key: 'bob', ownerId: 'bob' }, async () => true, world.asking())
  await handle('ada', { type: 'RequestEmail', email: 'bob@x.test', emailKey: 'bob', ver: 0 })
  await world.settle()
  expect(sentKinds()).toEqual(['welcome', 'email-confirm', 'email-changed', 'welcome'])
})

test.each([{ type: 'ChangePassword', passwordHash: 'h', by: 'operator' }, { type: 'SignOutEverywhere' }])(
  'a link for a new address is no longer mailed after $type',
  async (ends) => {
    // The mail of the fourth request waits for an hour.
    for (const name of ['one', 'two', 'three', 'four']) {
      await handle('ada', { type: 'RequestEmail', email: `${name}@x.test`, emailKey: name, ver: 0 })
      if (name !== 'four') await world.settle()
    }
    await handle('ada', ends)
    await world.settle()
    expect(world.mailer.taken.map(({ to }) => to)).toContain('three@x.test')
    expect(world.mailer.taken.map(({ to }) => to)).not.toContain('four@x.test')
  },
)

describe('a mail server that does not answer', () => {
  test('gets at most two mails of a process concurrently, and no other mail is begun', async () => {
    const answers = Promise.withResolvers<void>()
    const { mailer, ...parts } = world.parts()
    const work = createQueuedCommands({
      ...parts,
      mailer: { ...mailer, send: (mail) => answers.promise.then(() => mailer.send(mail)) },
    })
    await register('bob')
    await register('eve')
    const [first, second, third] = [...world.jobs.values()]
    const inHand = [work(first!), work(second!)]
    await expect.poll(mailEvents).toEqual(['MailBegun', 'MailBegun'])
    expect(await work(third!)).toEqual({ againInMs: 5_000 })
    expect(mailEvents()).toEqual(['MailBegun', 'MailBegun'])
    answers.resolve()
    await Promise.all(inHand)
    expect(await work(third!)).toBeUndefined()
    expect(sentKinds()).toHaveLength(3)
  })

  test('gets no mail for half a minute after three failures in a row, and then one mail', async () => {
    const names = ['bob', 'eve', 'dan', 'joe', 'sue']
    for (const name of names) await register(name)
    const jobs = [...world.jobs.values()]
    const work = createQueuedCommands(world.parts())
    world.mailer.failWith(new MailNotTaken('CONNECT_TIMEOUT', false))
    for (const job of jobs.slice(0, 3)) await work(job)
    const before = mailEvents()
    for (const job of jobs.slice(3)) expect(await work(job)).toEqual({ againInMs: 60_000 })
    expect(mailEvents()).toEqual(before)
    world.passTime(30_000)
    await work(jobs[3]!)
    expect(mailEvents()).toEqual([...before, 'MailBegun', 'MailFailed'])
    await work(jobs[4]!)
    expect(mailEvents()).toHaveLength(before.length + 2)
    world.mailer.failWith(undefined)
    world.passTime(30_000)
    for (const job of jobs) await work(job)
    expect(new Set(world.mailer.taken.map(({ personId }) => personId))).toEqual(new Set(['ada', ...names]))
  })

  test('is tested with the next mail if the first mail for the test turns out to be sent already', async () => {
    for (const name of ['bob', 'eve', 'dan', 'joe']) await register(name)
    const jobs = [...world.jobs.values()]
    const work = createQueuedCommands(world.parts())
    world.mailer.failWith(new MailNotTaken('CONNECT_TIMEOUT', false))
    await work(jobs[0]!)
    world.mailer.failWith(undefined)
    await work(jobs[0]!)
    world.mailer.failWith(new MailNotTaken('CONNECT_TIMEOUT', false))
    for (const job of jobs.slice(1, 4)) await work(job)
    world.mailer.failWith(undefined)
    world.passTime(30_000)
    // This mail was sent before the server went down, so its job does not test the server.
    expect(await work(jobs[0]!)).toBeUndefined()
    await work(jobs[4]!)
    expect(world.mailer.taken).toHaveLength(2)
  })

  test('counts as working if it refuses mails', async () => {
    for (const name of ['bob', 'eve', 'dan']) await register(name)
    const jobs = [...world.jobs.values()]
    const work = createQueuedCommands(world.parts())
    world.mailer.failWith(new MailNotTaken('EENVELOPE 450', false, { isAnswer: true }))
    for (const job of jobs) await work(job)
    expect(mailEvents().filter((type) => type === 'MailFailed')).toHaveLength(4)
  })
})
