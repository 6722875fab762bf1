import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { mailerContract, sampleMail } from '@shop/stores/mailer/contract/mailer-contract'
import { MailNotTaken } from '@shop/stores/mailer/mailer'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { describe, expect, onTestFinished, test } from 'vitest'
import { decoded, type ReadMail } from '../test-support/read-mail.ts'
import { openSmtpMailer } from './smtp-mailer.ts'

const FROM = 'Selvedge <shop@selvedge.example>'
const NOT_THERE = { name: 'MailNotTaken', final: false, isAnswer: false }
const refusal = (responseCode: number) => Object.assign(new Error('refused'), { responseCode })

mailerContract(async () => {
  const { url, arrived, recipients } = await startServer()
  const mailer = openSmtpMailer(url, FROM)
  return {
    mailer,
    arrived: async () => arrived.map(({ id }) => id),
    async contentOf(id) {
      const { to, subject, text, html } = arrived.find((mail) => mail.id === id)!
      return { to, subject, text, html }
    },
    recipients: async () => recipients,
  }
})

describe('a mail by SMTP', () => {
  test('names its sender, and says that programs should not answer it', async () => {
    const { url, arrived } = await startServer()
    await opened(url).send(sampleMail({ id: 'a-1' }))
    expect(arrived[0]?.headers).toContain('Message-ID: <a-1@selvedge.example>')
    expect(arrived[0]?.headers).toContain('From: Selvedge <shop@selvedge.example>')
    expect(arrived[0]?.headers).toContain('Auto-Submitted: auto-generated')
  })

  test('goes to one address only, whatever the address looks like', async () => {
    const { url, arrived, recipients } = await startServer()
    await opened(url)
      .send(sampleMail({ to: 'ada@x.test, eve@x.test' }))
      .catch(() => {})
    await opened(url)
      .send(sampleMail({ to: 'ada@x.test>\r\nBcc: eve@x.test' }))
      .catch(() => {})
    expect(recipients.filter((address) => address.startsWith('eve'))).toEqual([])
    expect(arrived.every(({ headers }) => !/^bcc:/im.test(headers))).toBe(true)
  })

  test('is encrypted, and is not sent to a server with an untrusted certificate', async () => {
    const { url, arrived } = await startServer({ disabledCommands: [], hideSTARTTLS: false })
    await expect(opened(url).send(sampleMail())).rejects.toBeInstanceOf(MailNotTaken)
    expect(arrived).toEqual([])
  })

  test.each([
    ['a recipient that the server refuses permanently is not tried again', { onRcptTo: refuse(550) }, true],
    ['a recipient that the server refuses for now is tried again', { onRcptTo: refuse(450) }, false],
    ['a sender that the server refuses must be corrected by the operator', { onMailFrom: refuse(550) }, false],
  ])('%s', async (_, given, final) => {
    const { url } = await startServer(given)
    await expect(opened(url).send(sampleMail())).rejects.toMatchObject({ name: 'MailNotTaken', final, isAnswer: true })
  })

  test('was certainly not accepted if the server is missing', async () => {
    const { url, stop } = await startServer()
    await stop()
    await expect(opened(url).send(sampleMail())).rejects.toMatchObject(NOT_THERE)
  })

  test('was certainly not accepted if the server is silent', async () => {
    const { url } = await startServer({ onConnect: () => {} })
    await expect(opened(url, 200).send(sampleMail())).rejects.toMatchObject(NOT_THERE)
  })

  test('may have been accepted if the server dies while it gets the mail', async () => {
    const { url } = await startServer({
      onData(stream, session) {
        buffer(stream).then(() => (session as unknown as { server: SMTPServer }).server?.close())
      },
    })
    const error = await opened(url, 300)
      .send(sampleMail())
      .catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(MailNotTaken)
  })
})

function opened(url: string, timeoutMs?: number) {
  const mailer = openSmtpMailer(url, FROM, timeoutMs === undefined ? {} : { timeoutMs })
  onTestFinished(() => mailer.close())
  return mailer
}

function refuse(responseCode: number) {
  return (_: unknown, __: unknown, answer: (error: Error) => void) => answer(refusal(responseCode))
}

/** Starts a real SMTP server on a free port. It stores what it receives. */
async function startServer(given: SMTPServerOptions = {}) {
  const arrived: ReadMail[] = []
  const recipients: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _, answer) {
      recipients.push(address)
      answer()
    },
    onData(stream, _, answer) {
      buffer(stream)
        .then((bytes) => arrived.push(decoded(bytes.toString('latin1'))))
        .then(() => answer(), answer)
    },
    ...given,
  })
  // A client hangs up if it does not trust the certificate. Without this listener, that would end the process.
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()))
  onTestFinished(async () => {
    if (server.server.listening) await stop()
  })
  return { url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, arrived, recipients, stop }
}
