import { randomUUID } from 'node:crypto'
import type { QueuedCommand } from '@shop/language/commands'
import { isShopError } from '@shop/language/errors'
import { mailsStream } from '@shop/language/events/mail-events'
import { defect, logFact } from '@shop/logger/logger'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { JobOutcome } from '@shop/stores/job-queue/job-queue'
import { MailNotTaken } from '@shop/stores/mailer/mailer'
import { accountOf } from '../account/accounts.ts'
import { furtherCommand } from '../handler/command-metadata.ts'
import type { Parts } from '../parts.ts'
import { hasEnded, type MailCommand, mailDecider } from './mail-decider.ts'
import { htmlOf } from './render-html.ts'
import { textOf } from './render-text.ts'
import { recipientOf, writeLetter } from './write-letter.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** What is older is news no more. */
const NEWS_FOR_MS = 24 * HOUR_MS

type Wanted = Extract<QueuedCommand, { type: 'SendMail' }>
type Step = MailCommand extends infer One
  ? One extends MailCommand
    ? Omit<One, 'mailId' | 'personId' | 'kind'>
    : never
  : never
type Sender = Pick<Parts, 'commands' | 'mailer' | 'links'>

/**
 * Sends one mail, once: its beginning is in the log before it is handed over, its end after. A crash between the two repeats it at
 * most once, under the same id. The address is opened here, and kept nowhere. Waits while its person got three of the kind within an hour.
 */
export async function sendMail(parts: Sender, wanted: Wanted, metadata: CommandMetadata): Promise<JobOutcome> {
  const { commands } = parts
  const { mailId, askedAt, about } = wanted
  const personId = await recipientOf(commands, about)
  if (personId === undefined) return undefined
  const stream = mailsStream(personId)
  const ageMs = commands.now().getTime() - Date.parse(askedAt)

  /** Each try is a command of its own: what it may do is in the stream's state. */
  const note = async (step: Step) => {
    const command = { ...step, mailId, personId, kind: about.kind } as MailCommand
    return (await commands.ensure(mailDecider, stream, command, furtherCommand(metadata, randomUUID()))).state
  }

  if (hasEnded((await commands.load(mailDecider, stream)).state, mailId)) return undefined
  if (ageMs >= NEWS_FOR_MS) return note({ type: 'Drop', reason: 'late' }).then(done)
  const letter = await writeLetter(parts, about)
  if (!letter) return note({ type: 'Drop', reason: 'moot' }).then(done)
  try {
    const mails = await note({ type: 'Begin', at: commands.now().toISOString() })
    if (hasEnded(mails, mailId)) return undefined
  } catch (refusal) {
    if (!isShopError(refusal, 'RATE_LIMITED')) throw refusal
    return { againInMs: Number(refusal.details.retryAfter) * 1000 }
  }
  const { to, ...texts } = letter
  const mail = {
    id: mailId,
    personId,
    kind: about.kind,
    to,
    subject: texts.subject,
    text: textOf(texts),
    html: htmlOf(texts),
  }
  try {
    await parts.mailer.send(mail)
  } catch (error) {
    return notSent(error, ageMs, note)
  }
  // Whoever was erased meanwhile is forgotten by the mailer only if it had the mail already.
  if ((await accountOf(commands, personId)).status !== 'active') await parts.mailer.forget(personId)
  return note({ type: 'NoteSent', at: commands.now().toISOString() }).then(done)
}

async function notSent(error: unknown, ageMs: number, note: (step: Step) => Promise<unknown>): Promise<JobOutcome> {
  // The younger it is, the sooner: a server that is away for a day is asked some twenty times.
  const againInMs = Math.min(Math.max(ageMs, MINUTE_MS), HOUR_MS)
  if (!(error instanceof MailNotTaken)) {
    logFact('warn', 'A mail may have been sent, and is sent once more under its id', defect(error))
    return { againInMs }
  }
  logFact('warn', 'A mail was not taken', { code: error.code, final: error.final })
  if (error.final) return note({ type: 'Drop', reason: 'refused' }).then(done)
  await note({ type: 'NoteFailed', code: error.code })
  return { againInMs }
}

const done = () => undefined
