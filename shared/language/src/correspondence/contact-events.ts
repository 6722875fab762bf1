import * as z from 'zod'
import { defineEvent, type EventOf, personal } from '../events/event.ts'
import { ofCorrespondent } from './events.ts'

/** Each message has its own stream. The sender's address is in the stream of the correspondent. */
export const MessageReceived = defineEvent('MessageReceived', {
  says: 'A person sent a message with the form of the contact page.',
  schema: z.object({
    messageId: z.string(),
    ...ofCorrespondent,
    name: personal(z.string()),
    text: personal(z.string()),
  }),
  personal: { of: 'correspondentId', fields: ['name', 'text'] },
})

export const contactEvents = [MessageReceived] as const
export type ContactEvent = EventOf<(typeof contactEvents)[number]>

export const contactStream = (messageId: string) => `contact-${messageId}`
