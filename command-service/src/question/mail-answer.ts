import { subscribersStream } from '@shop/language/question/mail-events'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { accountOf, roleOf } from '../account/accounts.ts'
import type { Parts } from '../parts.ts'
import { mondaysAround } from './mondays.ts'
import { type SubscribersCommand, subscribersDecider } from './subscribers-decider.ts'

/** Records that last Monday's mail is due. Ends the mails if the account may no longer read answers. */
export async function mailAnswer(
  { commands, timeZone }: Pick<Parts, 'commands' | 'timeZone'>,
  { name, accountId }: Readonly<{ name: string; accountId: string }>,
  metadata: CommandMetadata,
) {
  const now = commands.now()
  const { last: monday, next: nextAt } = mondaysAround(now.getTime(), timeZone)
  const isReader =
    (await accountOf(commands, accountId)).status === 'active' && (await roleOf(commands, accountId)) !== 'customer'
  const command: SubscribersCommand = isReader
    ? { type: 'Send', name, accountId, monday, nextAt, at: now.toISOString() }
    : { type: 'Unsubscribe', name, accountId, at: now.toISOString() }
  await commands.ensure(subscribersDecider, subscribersStream(name), command, metadata)
}
