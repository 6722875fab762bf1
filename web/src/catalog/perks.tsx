import { RETURN_DAYS } from '@shop/language/limits'
import { Globe, Lock, Undo } from '../ui/icons/icons.tsx'
import type { LineIcon } from '../ui/icons/line-icon.tsx'

const perks: readonly { Icon: LineIcon; title: string; text: string }[] = [
  { Icon: Globe, title: 'Free International Shipping', text: 'On all orders over $100.00' },
  { Icon: Undo, title: 'Easy Returns', text: `Within ${RETURN_DAYS} days` },
  { Icon: Lock, title: 'Secure Payment', text: 'You pay on PayPal; we never see your card' },
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
            <Icon />
            <h2 className="type-h4">{title}</h2>
            <p className="type-small col-start-2 text-stone">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
