import { type ContactEvent, MessageReceived } from '@shop/language/correspondence/contact-events'
import type { Decider } from '../handler/decider.ts'

/** The name and the text are null once the sender is erased. */
export type Message = ContactEvent['data']

export type ContactCommand = { type: 'Send'; message: Message }

export const contactDecider: Decider<Message | undefined, ContactCommand, ContactEvent> = {
  initialState: undefined,
  begins: () => true,
  evolve: (_, { data }) => data,
  decide: ({ message }, sent) => (sent ? [] : [MessageReceived(message)]),
}
