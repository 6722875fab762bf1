import { type Position, START } from '@shop/language/events/event'
import type { Parts } from '../parts.ts'
import type { CommandHandler } from './command-handler.ts'

/** The same parts, noting how far in the log a reader must be to see all that was done with them. */
export function tracked(parts: Parts): Parts & { reached: () => Position } {
  let reached: Position = START
  const noting =
    (handle: CommandHandler['handle']): CommandHandler['handle'] =>
    async (...command) => {
      const folded = await handle(...command)
      if (folded.position > reached) reached = folded.position
      return folded
    }
  const { handle, ensure } = parts.commands
  const commands = { ...parts.commands, handle: noting(handle), ensure: noting(ensure) }
  return { ...parts, commands, reached: () => reached }
}
