import { type Position, START } from '@shop/language/events/event'
import type { Parts } from '../parts.ts'
import type { Folded } from './folded.ts'

/** Adds `reached`. A read model at this position shows everything that the returned parts have written. */
export function tracked(parts: Parts): Parts & { reached: () => Position } {
  let reached: Position = START
  const noting = <Call extends (...command: never[]) => Promise<Folded<unknown>>>(call: Call) =>
    (async (...command) => {
      const folded = await call(...command)
      if (folded.position > reached) reached = folded.position
      return folded
    }) as Call
  const { handle, handleWith, ensure } = parts.commands
  const noted = { handle: noting(handle), handleWith: noting(handleWith), ensure: noting(ensure) }
  return { ...parts, commands: { ...parts.commands, ...noted }, reached: () => reached }
}
