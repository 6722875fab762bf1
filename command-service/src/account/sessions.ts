import { randomUUID } from 'node:crypto'
import type { SignedIn } from '@shop/language/account/caller'
import { sessionsStream } from '@shop/language/account/session-events'
import { isShopError } from '@shop/language/errors'
import { idFrom } from '@shop/language/values/id-from'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { logFact } from '@shop/stores/logger/logger'
import { Late, within } from '@shop/stores/time-limit'
import { furtherCommand } from '../handler/command-metadata.ts'
import type { Parts } from '../parts.ts'
import { type SessionCommand, sessionsDecider } from './sessions-decider.ts'

type Beginner = Pick<Parts, 'commands' | 'tokens'>
type Account = Readonly<{ accountId: string; ver: number }>

/** A sign-in waits this long for the log. */
const PATIENCE_MS = 2_000

export async function beginSession(parts: Beginner, account: Account, metadata: CommandMetadata) {
  const own = furtherCommand(metadata, 'session')
  const session = await begin(parts, account, own)
  const { state } = await parts.commands.load(sessionsDecider, sessionsStream(account.accountId))
  // If the first session has ended, a sign-in repeated with the same Idempotency-Key must get a new session.
  const isOpen = state.get(session.id) === account.ver
  const { id, since, position } = isOpen ? session : await begin(parts, account, furtherCommand(own, randomUUID()))
  return { id, token: await parts.tokens.sign({ ...account, session: { id, since } }), position }
}

async function begin({ commands }: Beginner, { accountId, ver }: Account, metadata: CommandMetadata) {
  const id = idFrom(metadata.causationId, 'id')
  const begunAt = commands.now().toISOString()
  const command: SessionCommand = { type: 'Begin', accountId, sessionId: id, ver, begunAt }
  const { version, position } = await commands.handle(sessionsDecider, sessionsStream(accountId), command, metadata)
  return { id, since: version, position }
}

/** Begins a session and ends the client's previous one (ASVS 7.2.4). */
async function replaceSession(
  parts: Beginner,
  account: Account,
  metadata: CommandMetadata,
  from: SignedIn | undefined,
) {
  const { id, token, position } = await beginSession(parts, account, metadata)
  if (!from?.session || from.session.id === id) return { token, position }
  const end = { type: 'End', accountId: from.accountId, sessionId: from.session.id } as const
  const own = furtherCommand(metadata, 'session-before')
  await parts.commands.handle(sessionsDecider, sessionsStream(from.accountId), end, own)
  await parts.commands.untilKnownEverywhere()
  return { token, position }
}

/** If the log does not answer, the client gets a token without a session, valid for an hour. Only a log line records this sign-in. */
export async function beginSessionAnyway(
  parts: Beginner,
  account: Account,
  metadata: CommandMetadata,
  from: SignedIn | undefined,
) {
  try {
    return await within(PATIENCE_MS, () => replaceSession(parts, account, metadata, from))
  } catch (error) {
    if (!(error instanceof Late) && !isShopError(error, 'UNAVAILABLE')) throw error
    const { accountId } = account
    logFact('warn', 'A sign-in could not be recorded: the event log does not answer', {
      accountId,
      requestId: metadata.correlationId,
    })
    return { token: await parts.tokens.sign(account), position: '' }
  }
}
