import { type Position, START } from '@shop/language/events/event'
import type { CommandHandler } from './handle-command.ts'
import type { Parts } from './parts.ts'

/** The same parts, noting how far in the log a reader must be to see all that was done with them. */
export function tracked(parts: Parts): Parts & { reached: () => Position } {
  let reached: Position = START
  const handle: CommandHandler['handle'] = async (...command) => {
    const folded = await parts.commands.handle(...command)
    if (folded.position > reached) reached = folded.position
    return folded
  }
  return { ...parts, commands: { ...parts.commands, handle }, reached: () => reached }
}
