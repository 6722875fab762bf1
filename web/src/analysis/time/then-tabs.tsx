import type { ThingKind } from '@shop/language/analysis/things'
import type { Moment } from './use-moment.ts'

const tabs: readonly (readonly [tab: 'dashboard' | ThingKind, label: string])[] = [
  ['dashboard', 'Dashboard'],
  ['product', 'Products'],
  ['order', 'Orders'],
  ['cart', 'Carts'],
  ['stock', 'Stock'],
  ['price', 'Prices'],
]

export const kindOf = (name: string): ThingKind | undefined =>
  tabs.flatMap(([tab]) => (tab === 'dashboard' ? [] : [tab])).find((kind) => kind === name)

export function ThenTabs({ moment: { tab, show } }: { moment: Moment }) {
  return (
    <nav aria-label="What to show at this moment" className="border-b border-hair">
      <ul className="flex flex-wrap gap-x-5.5 max-sm:grid max-sm:grid-cols-3">
        {tabs.map(([name, label]) => (
          <li key={name}>
            <button
              type="button"
              aria-current={tab === name || undefined}
              onClick={() => show(name)}
              className="relative min-h-11 font-medium whitespace-nowrap text-rinse aria-[current]:font-semibold aria-[current]:text-raw aria-[current]:shadow-[inset_0_-2px_0_var(--color-thread)]"
            >
              {label}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}
