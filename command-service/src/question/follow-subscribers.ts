import { subscribersStream } from '@shop/language/question/mail-events'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { furtherCommand } from '../handler/command-metadata.ts'
import type { Parts } from '../parts.ts'
import { subscribersDecider } from './subscribers-decider.ts'

/** Moves the subscribers of a question to its new name. If `newName` is absent, ends their mails. */
export async function followSubscribers(
  commands: Parts['commands'],
  { name, newName, at }: Readonly<{ name: string; newName?: string; at: string }>,
  metadata: CommandMetadata,
) {
  const { state: subscribers } = await commands.load(subscribersDecider, subscribersStream(name))
  if (Object.keys(subscribers).length === 0) return
  if (newName !== undefined)
    await commands.handle(
      subscribersDecider,
      subscribersStream(newName),
      { type: 'TakeOver', name: newName, subscribers, at },
      furtherCommand(metadata, 'take subscribers over'),
    )
  await commands.handle(
    subscribersDecider,
    subscribersStream(name),
    { type: 'End', name, at },
    furtherCommand(metadata, 'end subscribers'),
  )
}
