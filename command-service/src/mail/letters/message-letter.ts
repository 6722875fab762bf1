import { shownEmail } from '@shop/language/account/email'
import { type Letter, text } from '../letter.ts'

/** A message from the contact page goes to the shop, and a reply goes to the sender. */
export const messageLetter = (message: Readonly<{ name: string; email: string; text: string }>): Letter => ({
  subject: `Message from ${message.name}`,
  preview: message.text.slice(0, 100),
  heading: 'A message for the shop',
  replyTo: message.email,
  blocks: [
    {
      is: 'facts',
      facts: [
        ['Name', message.name],
        ['Email', shownEmail(message.email)],
      ],
    },
    ...message.text
      .split(/\n+/)
      .filter((line) => line.trim() !== '')
      .map(text),
  ],
})
