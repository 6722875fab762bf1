import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { mailerContract, sampleMail } from '../contract/mailer-contract.ts'
import { openFolderMailer } from './folder-mailer.ts'

const DAY_MS = 24 * 60 * 60 * 1000

mailerContract(async () => {
  const mailer = openFolderMailer(newFolder())
  return {
    mailer,
    arrived: async () => (await mailer.kept(100)).map(({ id }) => id),
    async contentOf(id) {
      const { to, subject, text, html } = (await mailer.kept(100)).find((mail) => mail.id === id)!
      return { to, subject, text, html }
    },
    recipients: async () => (await mailer.kept(100)).map(({ to }) => to),
  }
})

describe('the outbox', () => {
  test('is readable only by its owner, and so are its files', async () => {
    const folder = newFolder()
    await opened(folder).send(sampleMail())
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    const [name = ''] = readdirSync(folder)
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
  })

  test('stores a mail only once, in its first form, even if it is sent twice', async () => {
    const mailer = opened(newFolder())
    const mail = sampleMail()
    await mailer.send(mail)
    await mailer.send({ ...mail, subject: 'Again' })
    expect(await mailer.kept(10)).toMatchObject([{ subject: 'Welcome' }])
  })

  test('lists the newest mail first, or the mails that follow a given mail', async () => {
    const folder = newFolder()
    const mailer = opened(folder)
    const mails = [sampleMail(), sampleMail(), sampleMail()]
    for (const [days, mail] of mails.entries()) {
      await mailer.send(mail)
      age(folder, mail.id, (3 - days) * DAY_MS)
    }
    const [oldest, middle, newest] = mails.map(({ id }) => id)
    const ids = async (most: number, after?: string) => (await mailer.kept(most, after)).map(({ id }) => id)
    expect(await ids(10)).toEqual([newest, middle, oldest])
    expect(await ids(1)).toEqual([newest])
    expect(await ids(1, newest)).toEqual([middle])
    expect(await ids(10, oldest)).toEqual([])
    expect(await ids(10, 'unknown')).toEqual([])
  })

  test('keeps a mail for thirty days', async () => {
    const folder = newFolder()
    const mailer = opened(folder, 10)
    const [old, young] = [sampleMail(), sampleMail()]
    for (const mail of [old, young]) await mailer.send(mail)
    age(folder, old.id, 30 * DAY_MS + 1000)
    age(folder, young.id, 30 * DAY_MS - 60_000)
    await expect.poll(async () => (await mailer.kept(10)).map(({ id }) => id)).toEqual([young.id])
  })

  test('removes no mails while the clock is in doubt', async () => {
    const folder = newFolder()
    const first = opened(folder)
    const old = sampleMail()
    await first.send(old)
    age(folder, old.id, 400 * DAY_MS)
    const inDoubt = openFolderMailer(folder, { forgetting: () => 0 })
    // `close` waits for the removal of old mails that began when the mailer was opened.
    await inDoubt.close()
    expect(await first.kept(10)).toHaveLength(1)
  })

  test('does not show an incomplete mail, and removes it when its person is forgotten', async () => {
    const folder = newFolder()
    const mailer = opened(folder)
    await mailer.send(sampleMail({ personId: 'ada' }))
    const [name = ''] = readdirSync(folder)
    writeFileSync(join(folder, `${name}.1.new`), '{"to":"ada')
    expect(await mailer.kept(10)).toHaveLength(1)
    await mailer.send(sampleMail({ personId: 'bob' }))
    await mailer.forget('ada')
    expect(readdirSync(folder)).toHaveLength(1)
    expect(await mailer.kept(10)).toMatchObject([{ personId: 'bob' }])
  })

  test('refuses an id that would lead to another folder', async () => {
    await expect(opened(newFolder()).send(sampleMail({ id: '../mail' }))).rejects.toThrow('letters')
  })

  function opened(folder: string, sweepEveryMs?: number) {
    const mailer = openFolderMailer(folder, sweepEveryMs === undefined ? {} : { sweepEveryMs })
    onTestFinished(() => mailer.close())
    return mailer
  }

  function age(folder: string, id: string, ms: number) {
    const name = readdirSync(folder).find((one) => one.includes(id))!
    const at = new Date(Date.now() - ms)
    utimesSync(join(folder, name), at, at)
  }
})

function newFolder() {
  const around = mkdtempSync(join(tmpdir(), 'outbox-'))
  onTestFinished(() => rmSync(around, { recursive: true }))
  return join(around, 'outbox')
}
