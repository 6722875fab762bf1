import { NothingChanged, requestStream } from '@shop/language/events/command-events'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { CommandHandler } from './command-handler.ts'
import type { Decider } from './decider.ts'

const requestDecider: Decider<undefined, { type: 'UseKey' }, ReturnType<typeof NothingChanged>> = {
  initialState: undefined,
  evolve: (state) => state,
  begins: () => true,
  decide: ({ type }) => [NothingChanged({ command: type })],
}

/**
 * Call this before a command whose stream depends on the request's body: with another body, the handler would look for an earlier answer in
 * another stream. Throws IDEMPOTENCY_MISMATCH if the same key came with another body.
 */
export async function requireSameBody(commands: CommandHandler, metadata: CommandMetadata): Promise<void> {
  if (metadata.digest === undefined) return
  await commands.handle(requestDecider, requestStream(metadata.causationId), { type: 'UseKey' }, metadata)
}
