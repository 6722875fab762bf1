import { correspondentStream } from '@shop/language/correspondence/events'
import { idFrom } from '@shop/language/values/id-from'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { CommandHandler } from '../handler/command-handler.ts'
import { furtherCommand, onceOnly } from '../handler/command-metadata.ts'
import type { Parts } from '../parts.ts'
import { type Correspondent, correspondentDecider } from './correspondent-decider.ts'

type Eraser = Pick<Parts, 'commands' | 'keys' | 'mailer'>
type Which = Readonly<{ correspondentId: string; emailKey: string }>

export const correspondentBy = async (commands: CommandHandler, emailKey: string): Promise<Correspondent> =>
  (await commands.load(correspondentDecider, correspondentStream(emailKey))).state

export async function correspondentFor(
  commands: CommandHandler,
  { email, emailKey }: Readonly<{ email: string; emailKey: string }>,
  metadata: CommandMetadata,
): Promise<Which> {
  const own = furtherCommand(metadata, 'meet', emailKey)
  const correspondentId = idFrom(metadata.causationId, 'correspondent', emailKey)
  const command = { type: 'Meet', correspondentId, emailKey, email } as const
  const { state } = await commands.ensure(correspondentDecider, correspondentStream(emailKey), command, own)
  return { correspondentId: state.correspondentId ?? correspondentId, emailKey }
}

/** Each step can safely be repeated. */
export async function eraseCorrespondent(
  { commands, keys, mailer }: Eraser,
  { correspondentId, emailKey }: Which,
  metadata: CommandMetadata,
): Promise<void> {
  const which = { correspondentId, emailKey }
  const stream = correspondentStream(emailKey)
  const own = furtherCommand(metadata, 'erase correspondent', correspondentId)
  const { state } = await commands.ensure(correspondentDecider, stream, { type: 'Erase', ...which }, own)
  if (!state.erased.includes(correspondentId)) return
  await keys.destroy(correspondentId)
  commands.forget(correspondentId)
  await mailer.forget(correspondentId)
  const once = onceOnly(metadata, 'key destroyed', correspondentId)
  await commands.ensure(correspondentDecider, stream, { type: 'NoteKeyDestroyed', ...which }, once)
}

export async function eraseCorrespondentBy(parts: Eraser, emailKey: string, metadata: CommandMetadata) {
  const { correspondentId } = await correspondentBy(parts.commands, emailKey)
  if (correspondentId !== undefined) await eraseCorrespondent(parts, { correspondentId, emailKey }, metadata)
}
