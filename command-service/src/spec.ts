import type { ErrorCode } from '@shop/language/errors'
import type { Event } from '@shop/language/events/event'
import { expect } from 'vitest'
import type { Decider } from './handler/decider.ts'

export const specOf = <State, Command, E extends Event>(decider: Decider<State, Command, E>) => ({
  given: (...history: readonly E[]) => ({
    when(command: Command) {
      const decide = () => decider.decide(command, history.reduce(decider.evolve, decider.initialState))
      return {
        thenEvents: (...events: readonly E[]) => expect(decide()).toEqual(events),
        thenNothing: () => expect(decide()).toEqual([]),
        thenRefused: (code: ErrorCode) => expect(decide).toThrow(expect.objectContaining({ code })),
      }
    },
  }),
})
