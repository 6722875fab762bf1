import { type Position, START } from '@shop/language/events/event'
import type { Context } from 'koa'
import { noteReached } from '../answer.ts'
import type { Parts } from '../parts.ts'
import type { Folded } from './folded.ts'

/**
 * The answer reports a position, also if it is a refusal. A read model at this position shows everything that the returned parts have
 * written, and everything they found already written, for example by a job.
 */
export function tracked(parts: Parts, ctx: Context): Parts {
  let reached: Position = START
  const note = (folded: Folded<unknown> | undefined) => {
    if (folded && folded.position > reached) {
      reached = folded.position
      noteReached(ctx, reached)
    }
    return folded
  }
  const noting = <Call extends (...command: never[]) => Promise<Folded<unknown>>>(call: Call) =>
    (async (...command) => note(await call(...command))) as Call
  const { handle, handleWith, ensure, load, fact, remembered } = parts.commands
  const noted = {
    handle: noting(handle),
    handleWith: noting(handleWith),
    ensure: noting(ensure),
    load: noting(load),
    fact: noting(fact),
    remembered: ((...which) => note(remembered(...which))) as typeof remembered,
  }
  return { ...parts, commands: { ...parts.commands, ...noted } }
}
