import { type ContactEvent, MessageReceived } from '@shop/language/events/contact-events'
import type { Decider } from '../handler/decider.ts'

/** One message from the contact page; its name and text are null once its sender is erased. */
export type Message = ContactEvent['data']

export type ContactCommand = { type: 'Send'; message: Message }

export const contactDecider: Decider<Message | undefined, ContactCommand, ContactEvent> = {
  initialState: undefined,
  begins: () => true,
  evolve: (_, { data }) => data,
  decide: ({ message }, sent) => (sent ? [] : [MessageReceived(message)]),
}
