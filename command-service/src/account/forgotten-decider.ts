import { type ForgottenEvent, PasswordForgotten } from '@shop/language/account/forgotten-events'
import type { Decider } from '../handler/decider.ts'

/** How often a password reset was requested for one e-mail address. */
export type Forgotten = Readonly<{ times: number }>

export type ForgottenCommand = { type: 'AskForReset'; emailKey: string }

/** Every request is recorded. Whether the shop mails a link is decided later, when it writes the mail. */
export const forgottenDecider: Decider<Forgotten, ForgottenCommand, ForgottenEvent> = {
  initialState: { times: 0 },
  evolve: ({ times }) => ({ times: times + 1 }),
  decide: ({ emailKey }) => [PasswordForgotten({ emailKey })],
  snapshot: { name: 'forgotten@1', write: (forgotten) => forgotten, read: (forgotten: Forgotten) => forgotten },
}
