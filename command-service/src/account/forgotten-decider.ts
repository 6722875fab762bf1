import { type ForgottenEvent, PasswordForgotten } from '@shop/language/account/forgotten-events'
import type { Decider } from '../handler/decider.ts'

export type Forgotten = Readonly<{ times: number }>

export type ForgottenCommand = { type: 'AskForReset'; emailKey: string }

/** Records every request. Whether a link is mailed is decided when the mail is written. */
export const forgottenDecider: Decider<Forgotten, ForgottenCommand, ForgottenEvent> = {
  initialState: { times: 0 },
  evolve: ({ times }) => ({ times: times + 1 }),
  decide: ({ emailKey }) => [PasswordForgotten({ emailKey })],
  snapshot: { name: 'forgotten@1', write: (forgotten) => forgotten, read: (forgotten: Forgotten) => forgotten },
}
