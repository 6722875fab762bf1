import { Globe, LockKeyhole, type LucideIcon, Undo2 } from 'lucide-react'

const perks: readonly { Icon: LucideIcon; title: string; text: string }[] = [
  { Icon: Globe, title: 'Free International Shipping', text: 'On all orders over $100.00' },
  { Icon: Undo2, title: 'Easy Returns', text: 'Within 30 days' },
  { Icon: LockKeyhole, title: 'Secure Payment', text: 'You pay on PayPal; we never see your card' },
]

export function Perks() {
  return (
    <section aria-label="What we promise" className="wrap pt-16 md:pt-32">
      <ul className="grid border-t border-raw md:grid-cols-3">
        {perks.map(({ Icon, title, text }) => (
          <li
            key={title}
            className="grid grid-cols-[32px_1fr] content-start gap-x-2 gap-y-0.5 border-b border-hair py-6 md:border-0 md:py-7 md:pr-6"
          >
            <Icon aria-hidden />
            <h2 className="type-h4">{title}</h2>
            <p className="type-small col-start-2 text-stone">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
