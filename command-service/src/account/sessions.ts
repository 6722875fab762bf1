import { isShopError } from '@shop/language/errors'
import { idFrom } from '@shop/language/events/event-id'
import { sessionsStream } from '@shop/language/events/session-events'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { Late, within } from '@shop/stores/time-limit'
import { furtherCommand } from '../handler/command-metadata.ts'
import type { Parts } from '../parts.ts'
import { type SessionCommand, sessionsDecider } from './sessions-decider.ts'

type Beginner = Pick<Parts, 'commands' | 'tokens'>
type Account = Readonly<{ accountId: string; ver: number }>

/** How long signing in waits for the log before it goes on without it. */
const PATIENCE_MS = 2_000

/** Begins a session, the same one for the same command; returns its token and the position that shows it. */
export async function beginSession(
  { commands, tokens }: Beginner,
  { accountId, ver }: Account,
  metadata: CommandMetadata,
) {
  const sessionId = idFrom(metadata.causationId, 'session')
  const begunAt = commands.now().toISOString()
  const begin: SessionCommand = { type: 'Begin', accountId, sessionId, ver, begunAt }
  const stream = sessionsStream(accountId)
  const { version, position } = await commands.handle(
    sessionsDecider,
    stream,
    begin,
    furtherCommand(metadata, 'session'),
  )
  return { token: await tokens.sign({ accountId, ver, session: { id: sessionId, since: version } }), position }
}

/** As beginSession; but while the log does not answer, a token for an hour that names no session. */
export async function beginSessionAnyway(parts: Beginner, account: Account, metadata: CommandMetadata) {
  try {
    return await within(PATIENCE_MS, () => beginSession(parts, account, metadata))
  } catch (error) {
    if (!(error instanceof Late) && !isShopError(error, 'UNAVAILABLE')) throw error
    return { token: await parts.tokens.sign(account), position: '' }
  }
}
