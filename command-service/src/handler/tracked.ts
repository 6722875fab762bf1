import { type Position, START } from '@shop/language/events/event'
import type { Parts } from '../parts.ts'
import type { CommandHandler } from './command-handler.ts'

/** The same parts; `reached` gives the position up to which a reader must have read to see all they have written. */
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
