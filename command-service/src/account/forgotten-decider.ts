import { type ForgottenEvent, PasswordForgotten } from '@shop/language/events/forgotten-events'
import type { Decider } from '../handler/decider.ts'

/** How often a way to another password was asked for, for one e-mail address. */
export type Forgotten = Readonly<{ times: number }>

export type ForgottenCommand = { type: 'AskForReset'; emailKey: string }

/** Asking always takes effect: what comes of it is decided when the mail is written. */
export const forgottenDecider: Decider<Forgotten, ForgottenCommand, ForgottenEvent> = {
  initialState: { times: 0 },
  evolve: ({ times }) => ({ times: times + 1 }),
  decide: ({ emailKey }) => [PasswordForgotten({ emailKey })],
  snapshot: { name: 'forgotten@1', write: (forgotten) => forgotten, read: (forgotten: Forgotten) => forgotten },
}
