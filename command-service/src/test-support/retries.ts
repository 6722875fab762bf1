import { isShopError } from '@shop/language/errors'
import type { Event } from '@shop/language/events/event'
import type { EventStore } from '@shop/stores/event-store/event-store'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import fc from 'fast-check'
import { expect } from 'vitest'
import { createCommandHandler } from '../handler/command-handler.ts'
import type { Decider } from '../handler/decider.ts'

/** If a command has appended events, a repeat with its id must append nothing and give the first answer. */
export async function aRetryChangesNothing<State, Command, E extends Event>(
  decider: Decider<State, Command, E>,
  commands: fc.Arbitrary<Command>,
) {
  const histories = fc.tuple(fc.array(commands, { maxLength: 8 }), commands, fc.array(commands, { maxLength: 4 }))
  const log = openSqliteEventStore(':memory:')
  let runs = 0
  await fc.assert(
    fc.asyncProperty(histories, async ([before, retried, between]) => {
      const stream = `thing-${runs++}`
      const { handle } = createCommandHandler(log)
      const ask = (command: Command, causationId: string, by = handle) =>
        by(decider, stream, command, { correlationId: 'test', causationId, actor: { role: 'system' } }).catch(refusal)
      for (const [index, command] of before.entries()) await ask(command, `before ${index}`)
      const first = await ask(retried, 'retried')
      const hadEffect = await isIn(log, stream, 'retried')
      for (const [index, command] of between.entries()) await ask(command, `between ${index}`)
      if (!hadEffect) return
      const head = await log.head()
      expect(await ask(retried, 'retried')).toEqual(first)
      expect(await ask(retried, 'retried', createCommandHandler(log).handle)).toEqual(first)
      expect(await log.head()).toBe(head)
    }),
  )
  await log.close()
}

const refusal = (error: unknown) => {
  if (!isShopError(error)) throw error
  return error.code
}

async function isIn(log: EventStore, stream: string, causationId: string) {
  for await (const { metadata } of log.readStream(stream)) if (metadata.causationId === causationId) return true
  return false
}
