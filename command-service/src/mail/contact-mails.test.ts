import { contactStream } from '@shop/language/correspondence/contact-events'
import { correspondentStream } from '@shop/language/correspondence/events'
import { mailsStream } from '@shop/language/mail/events'
import { jobsOf } from '@shop/projections/process-manager'
import { sendMails } from '@shop/projections/processes/send-mails'
import { MailNotTaken } from '@shop/stores/mailer/mailer'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { isCaseOpen } from '../case/cases.ts'
import { contactDecider } from '../contact/contact-decider.ts'
import { correspondentDecider } from '../correspondent/correspondent-decider.ts'
import { createQueuedCommands } from '../handle-queued.ts'
import { createWorld, type World } from '../test-support/create-world.ts'
import { MOST_ENDED, mailDecider } from './mail-decider.ts'

const ada = { correspondentId: 'ada', emailKey: 'key' }
let world: World
beforeEach(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  world = createWorld({ mails: true })
})

const correspond = (command: object) =>
  world
    .parts()
    .commands.handle(correspondentDecider, correspondentStream('key'), { ...ada, ...command } as never, world.asking())
const isShown = () => isCaseOpen(world.parts().commands, { kind: 'messages-undelivered' })
async function write(text = 'Is it <b>warm</b>?\n\nAda', messageId = 'm1') {
  const message = { messageId, ...ada, name: 'Ada', text }
  await correspond({ type: 'Meet', email: 'ada@x.test' })
  const send = { type: 'Send', message } as const
  await world.parts().commands.handle(contactDecider, contactStream(messageId), send, world.asking())
}

test('a message from the contact page is mailed to the shop, and a reply goes to its sender', async () => {
  await write()
  await world.settle()
  expect(world.mailer.taken).toMatchObject([
    { kind: 'contact-message', personId: 'ada', to: 'shop@shop.test', replyTo: 'ada@x.test' },
  ])
  const [{ text = '', html = '', subject = '' } = {}] = world.mailer.taken
  expect(subject).toBe('Message from Ada')
  expect(text).toContain('Is it <b>warm</b>?\n\nAda')
  expect(text).toContain('Replies to this email go to ada@x.test.')
  expect(html).toContain('Is it &lt;b&gt;warm&lt;/b&gt;?')
})

test('messages that strangers send under an address do not delay a message of its owner', async () => {
  for (let n = 0; n < 20; n++) await write('spam', `m${n}`)
  await write('Please cancel my order', 'own')
  await world.live(60_000)
  expect(world.mailer.taken.some(({ text }) => text.includes('Please cancel my order'))).toBe(true)
})

test('if the queue was lost, a message that never arrived is sent years later, but no message is sent twice', async () => {
  const YEAR_MS = 365 * 24 * 60 * 60_000
  await write('Hello', 'sent')
  await write('Spam', 'first')
  await world.settle()
  await write('Lost', 'lost')
  const [lost] = [...world.jobs.values()].filter(({ command }) => command.type === 'SendMail')
  const known = world.mailer.taken.length
  const { commands } = world.parts()
  for (let n = 0; n <= MOST_ENDED + 50; n++) {
    const which = { mailId: `more ${n}`, personId: 'ada', kind: 'contact-message' }
    for (const type of ['Begin', 'NoteSent'] as const)
      await commands.handle(mailDecider, mailsStream('ada'), { type, ...which, at: '' }, world.asking())
  }
  world.passTime(YEAR_MS)
  const received = world.events.filter(({ type }) => type === 'MessageReceived')
  for (const event of received) for (const job of jobsOf(sendMails, event)) world.jobs.set(job.id, job)
  await world.live(60_000)
  expect(world.mailer.taken).toHaveLength(known + 1)
  expect(world.mailer.taken.at(-1)?.text).toContain('Lost')
  expect(world.jobs.has(lost!.id)).toBe(false)
})

describe('a message that the mail server does not accept', () => {
  const DAY_MS = 24 * 60 * 60_000
  test.each([
    ['because it is down', new MailNotTaken('ECONNREFUSED', false)],
    ['because the mailbox refuses it', new MailNotTaken('EENVELOPE 550', true)],
  ])('%s is tried until it arrives, and is a case until then', async (_, failure) => {
    await write()
    world.mailer.failWith(failure)
    await world.live(60_000)
    expect(await isShown()).toBe(failure.final)
    await world.live(10 * DAY_MS)
    expect(await isShown()).toBe(true)
    expect(world.events.filter(({ type }) => type === 'MailFailed').length).toBeLessThan(150)
    world.mailer.failWith(undefined)
    await world.live(DAY_MS)
    expect(world.mailer.taken.map(({ kind }) => kind)).toEqual(['contact-message'])
    expect(await isShown()).toBe(false)
  })
})

test('a message with an unknown outcome is tried until it arrives, and is a case after a day', async () => {
  await write()
  world.mailer.failWith(new Error('The connection was lost'))
  await world.live(2 * 24 * 60 * 60_000)
  expect(await isShown()).toBe(true)
  expect(world.events.map(({ type }) => type)).not.toContain('MailDropped')
  world.mailer.failWith(undefined)
  await world.live(24 * 60 * 60_000)
  expect(world.mailer.taken.map(({ kind }) => kind)).toEqual(['contact-message'])
  expect(await isShown()).toBe(false)
})

test('no message of an erased sender is mailed, and kept messages are removed', async () => {
  await write()
  await correspond({ type: 'Erase' })
  await world.settle()
  expect(world.mailer.taken).toEqual([])
})

test('a message that is given to the mailer while its sender is erased is removed again', async () => {
  await write()
  const { mailer, ...parts } = world.parts()
  const send: typeof mailer.send = async (mail) => {
    await correspond({ type: 'Erase' })
    await mailer.send(mail)
  }
  const job = [...world.jobs.values()].find(({ command }) => command.type === 'SendMail')!
  await createQueuedCommands({ ...parts, mailer: { ...mailer, send } })(job)
  expect(world.mailer.taken).toEqual([])
})
