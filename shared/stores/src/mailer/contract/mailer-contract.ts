import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Mail, Mailer } from '../mailer.ts'

type Opened = Readonly<{
  mailer: Mailer
  /** The ids of the mails that arrived, one for each copy, in any order. */
  arrived: () => Promise<readonly string[]>
  contentOf: (id: string) => Promise<Pick<Mail, 'to' | 'subject' | 'text' | 'html'>>
  recipients: () => Promise<readonly string[]>
}>

export function mailerContract(open: () => Promise<Opened>) {
  let opened: Opened
  beforeEach(async () => {
    opened = await open()
  })
  afterEach(() => opened.mailer.close())

  test('a mail arrives under its id, with its subject, text and HTML unchanged', async () => {
    const mail = sampleMail({
      subject: 'Grüße, and a – dash',
      text: `${'ö'.repeat(500)}\nnext line`,
      html: '<p>&lt;ö&gt;</p>',
    })
    await opened.mailer.send(mail)
    expect(await opened.arrived()).toEqual([mail.id])
    const { to, subject, text, html } = mail
    expect(await opened.contentOf(mail.id)).toEqual({ to, subject, text, html })
  })

  test('mails that are sent concurrently arrive separately', async () => {
    const mails = Array.from({ length: 10 }, () => sampleMail())
    await Promise.all(mails.map((mail) => opened.mailer.send(mail)))
    expect((await opened.arrived()).toSorted()).toEqual(mails.map(({ id }) => id).toSorted())
  })

  test('a mail that is sent again has the id of the first mail', async () => {
    const mail = sampleMail()
    await opened.mailer.send(mail)
    await opened.mailer.send(mail)
    expect(new Set(await opened.arrived())).toEqual(new Set([mail.id]))
  })

  test('no mails of a forgotten person are kept', async () => {
    await opened.mailer.send(sampleMail({ personId: 'ada' }))
    await opened.mailer.forget('ada')
    expect((await opened.mailer.kept(10)).filter(({ personId }) => personId === 'ada')).toEqual([])
    await opened.mailer.forget('ada')
  })

  test.each(['ada@x.test\r\nBcc: eve@x.test', 'ada@x.test>\r\nBcc: eve@x.test', 'ada@x.test, eve@x.test'])(
    'the address %j adds no recipient',
    async (to) => {
      await opened.mailer.send(sampleMail({ to })).catch(() => {})
      expect((await opened.recipients()).filter((address) => address.startsWith('eve'))).toEqual([])
      expect((await opened.arrived()).length).toBeLessThanOrEqual(1)
    },
  )

  test('a subject with line breaks adds no header', async () => {
    const mail = sampleMail({ subject: 'Hello\r\nBcc: eve@x.test' })
    await opened.mailer.send(mail)
    const { to, subject } = await opened.contentOf(mail.id)
    expect(to).toBe(mail.to)
    expect(subject.replace(/\s+/g, ' ')).toBe('Hello Bcc: eve@x.test')
    expect(await opened.arrived()).toEqual([mail.id])
  })
}

export const sampleMail = (given: Partial<Mail> = {}): Mail => ({
  id: randomUUID(),
  personId: 'ada',
  kind: 'welcome',
  to: 'ada@x.test',
  subject: 'Welcome',
  text: 'Welcome to the shop',
  html: '<p>Welcome to the shop</p>',
  ...given,
})
