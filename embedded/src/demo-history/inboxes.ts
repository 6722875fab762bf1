import type { QueuedCommand } from '@shop/language/commands'
import type { Mail } from '@shop/stores/mailer/mailer'

const KINDS = ['newsletter-confirm', 'newsletter-subscribed'] as const
type ReadKind = (typeof KINDS)[number]

/** Whether a customer of the history reads this mail. The history sends no other mails. */
export const isReadMail = (command: QueuedCommand) =>
  command.type === 'SendMail' && KINDS.some((kind) => kind === command.about.kind)

/** The mails of the history never leave this process. */
export function createInboxes() {
  const texts = new Map<string, string>()
  const keyOf = (to: string, kind: string) => `${kind} ${to}`

  return {
    async send({ to, kind, text }: Mail) {
      texts.set(keyOf(to, kind), text)
    },
    mailedTo: (to: string, kind: ReadKind) => texts.get(keyOf(to, kind)) ?? '',
  }
}
