import { randomUUID } from 'node:crypto'
import type { QueuedCommand } from '@shop/language/commands'
import { isShopError } from '@shop/language/errors'
import { type MailEvent, mailsStream } from '@shop/language/mail/events'
import { isToShop } from '@shop/language/mail/subject'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { JobOutcome } from '@shop/stores/job-queue/job-queue'
import { defect, logFact } from '@shop/stores/logger/logger'
import { type Mail, MailNotTaken } from '@shop/stores/mailer/mailer'
import { openCase, settleCase } from '../case/cases.ts'
import type { CommandHandler } from '../handler/command-handler.ts'
import { furtherCommand } from '../handler/command-metadata.ts'
import type { Without } from '../handler/decider.ts'
import type { Parts } from '../parts.ts'
import { answerForMail } from '../question/answer-for-mail.ts'
import type { Letter } from './letter.ts'
import { hasEnded, type MailCommand, type Mails, mailDecider, mayHaveEnded } from './mail-decider.ts'
import type { MailGate } from './mail-gate.ts'
import { personOf } from './person-of.ts'
import { htmlOf } from './render-html.ts'
import { textOf } from './render-text.ts'
import { writeLetter } from './write-letter.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** After this time, the news of a mail to a person is out of date. */
const NEWS_FOR_MS = 24 * HOUR_MS
/** A mail waits this long while other mails are being sent. */
const BUSY_MS = 5_000

type Wanted = Extract<QueuedCommand, { type: 'SendMail' }>
type Step = Without<MailCommand, 'mailId' | 'personId' | 'kind'>
type Sender = Parts & Readonly<{ gate: MailGate }>
type Endings = Readonly<{
  note: (step: Step) => Promise<Mails>
  end: (step?: Step) => Promise<undefined>
}>

/**
 * The log records the attempt before the mail goes to the server, and the result afterwards. So after a crash a mail to a person is sent
 * at most once more, under the same id. A message to the shop is sent until it is known to have arrived.
 */
export async function sendMail(parts: Sender, wanted: Wanted, metadata: CommandMetadata): Promise<JobOutcome> {
  const { commands, gate } = parts
  const { mailId, askedAt, about } = wanted
  const person = await personOf(commands, about)
  if (!person) return undefined
  const { personId } = person
  const keepsTrying = isToShop(about.kind)
  const ageMs = commands.now().getTime() - Date.parse(askedAt)

  /** Each step is a separate command. */
  const note: Endings['note'] = async (step) => {
    const command = { ...step, mailId, personId, kind: about.kind } as MailCommand
    const own = furtherCommand(metadata, randomUUID())
    return (await commands.ensure(mailDecider, mailsStream(personId), command, own)).state
  }
  // If the person was erased during the attempt, the mailer may have stored the mail after the erasure.
  const end: Endings['end'] = async (step) => {
    if (!(await person.isThere())) await parts.mailer.forget(personId)
    if (step) await note(step)
    return undefined
  }

  if (!keepsTrying && parts.clock.forgetting() - Date.parse(askedAt) >= NEWS_FOR_MS)
    return end({ type: 'Drop', reason: 'late' })
  if (keepsTrying && ageMs >= NEWS_FOR_MS && (await hasEndedEver(commands, personId, mailId))) return undefined
  // A question may run for a minute. The question runs before the gate, so that other mails do not wait.
  const answered = about.kind === 'question-answer' ? await answerForMail(parts, about, mailId) : undefined
  if (answered === 'later') return { againInMs: pauseMs(ageMs) }
  const outcome = await gate(async (send): Promise<JobOutcome> => {
    const letter = await writeLetter(parts, personId, { about, askedAt, answered })
    if (!letter) return end({ type: 'Drop', reason: 'moot' })
    const mail = mailOf(letter, { id: mailId, personId, kind: about.kind })
    try {
      const mails = await note({ type: 'Begin', at: commands.now().toISOString() })
      if (hasEnded(mails, mailId)) return end()
    } catch (refusal) {
      if (!isShopError(refusal, 'RATE_LIMITED')) throw refusal
      return { againInMs: Number(refusal.details.retryAfter) * 1000 }
    }
    try {
      await send(mail)
    } catch (error) {
      const code = error instanceof MailNotTaken ? error.code : 'UNKNOWN_OUTCOME'
      if (keepsTrying && isNewsForAdmin(error, ageMs))
        await openCase(commands, { ...UNDELIVERED, amountCents: 0, code }, metadata)
      return notSent(error, { ageMs, keepsTrying }, { note, end })
    }
    await end({ type: 'NoteSent', at: commands.now().toISOString() })
    if (keepsTrying) await settleCase(commands, UNDELIVERED, { outcome: 'settled' }, metadata)
    return undefined
  })
  if (outcome === 'busy') return { againInMs: BUSY_MS }
  return outcome === 'away' ? { againInMs: pauseMs(ageMs) } : outcome
}

/** If the queue was lost, all messages to the shop are queued again, also those that were sent years ago. */
async function hasEndedEver(commands: CommandHandler, personId: string, mailId: string): Promise<boolean> {
  const { state } = await commands.load(mailDecider, mailsStream(personId))
  if (hasEnded(state, mailId)) return true
  if (!mayHaveEnded(state, mailId)) return false
  for await (const { type, data } of commands.eventsOf(mailsStream(personId)))
    if (/^Mail(Sent|Dropped)$/.test(type) && (data as MailEvent['data']).mailId === mailId) return true
  return false
}

const UNDELIVERED = { kind: 'messages-undelivered' } as const

const isNewsForAdmin = (error: unknown, ageMs: number) =>
  ageMs >= NEWS_FOR_MS || (error instanceof MailNotTaken && error.final)

type Try = Readonly<{ ageMs: number; keepsTrying: boolean }>

async function notSent(error: unknown, { ageMs, keepsTrying }: Try, { note, end }: Endings): Promise<JobOutcome> {
  const again = { againInMs: pauseMs(ageMs) }
  if (!(error instanceof MailNotTaken)) {
    const once = keepsTrying ? 'again' : 'once more, unless this was the second try'
    logFact('warn', `It is unknown whether a mail was sent. The mail is sent ${once}`, defect(error))
    return again
  }
  logFact('warn', 'The mail server did not accept a mail', { code: error.code, final: error.final })
  if (error.final && !keepsTrying) return end({ type: 'Drop', reason: 'refused' })
  await note({ type: 'NoteFailed', code: error.code })
  return again
}

/** If the server is down for a day, a mail gets about thirty tries. After a day, the pauses grow again. */
const pauseMs = (ageMs: number) => Math.min(Math.max(ageMs, MINUTE_MS), Math.max(HOUR_MS, ageMs / 24))

const mailOf = ({ to, ...texts }: Letter & { to: string }, which: Pick<Mail, 'id' | 'personId' | 'kind'>): Mail => ({
  ...which,
  to,
  ...(texts.replyTo && { replyTo: texts.replyTo }),
  subject: texts.subject,
  text: textOf(texts),
  html: htmlOf(texts),
})
