import { randomUUID } from 'node:crypto'
import { isShopError } from '@shop/language/errors'
import { sessionsStream } from '@shop/language/events/session-events'
import { idFrom } from '@shop/language/id-from'
import { logFact } from '@shop/logger/logger'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { Late, within } from '@shop/stores/time-limit'
import { furtherCommand } from '../handler/command-metadata.ts'
import type { Parts } from '../parts.ts'
import { type SessionCommand, sessionsDecider } from './sessions-decider.ts'

type Beginner = Pick<Parts, 'commands' | 'tokens'>
type Account = Readonly<{ accountId: string; ver: number }>

/** How long signing in waits for the log before it goes on without it. */
const PATIENCE_MS = 2_000

/** Begins a session, the same one for the same command while that is open; returns its token and the position that shows it. */
export async function beginSession(parts: Beginner, account: Account, metadata: CommandMetadata) {
  const own = furtherCommand(metadata, 'session')
  const session = await begin(parts, account, own)
  const { state } = await parts.commands.load(sessionsDecider, sessionsStream(account.accountId))
  // A client that signs in under the key of an earlier sign-in gets no token of a session that has ended since.
  const isOpen = state.get(session.id) === account.ver
  const { id, since, position } = isOpen ? session : await begin(parts, account, furtherCommand(own, randomUUID()))
  return { token: await parts.tokens.sign({ ...account, session: { id, since } }), position }
}

async function begin({ commands }: Beginner, { accountId, ver }: Account, metadata: CommandMetadata) {
  const id = idFrom(metadata.causationId, 'id')
  const begunAt = commands.now().toISOString()
  const command: SessionCommand = { type: 'Begin', accountId, sessionId: id, ver, begunAt }
  const { version, position } = await commands.handle(sessionsDecider, sessionsStream(accountId), command, metadata)
  return { id, since: version, position }
}

/** As beginSession; but while the log does not answer, a token for an hour that names no session, and a line for the operator: every other sign-in is an event. */
export async function beginSessionAnyway(parts: Beginner, account: Account, metadata: CommandMetadata) {
  try {
    return await within(PATIENCE_MS, () => beginSession(parts, account, metadata))
  } catch (error) {
    if (!(error instanceof Late) && !isShopError(error, 'UNAVAILABLE')) throw error
    const { accountId } = account
    logFact('warn', 'A sign-in is not in the log, which does not answer', {
      accountId,
      requestId: metadata.correlationId,
    })
    return { token: await parts.tokens.sign(account), position: '' }
  }
}
