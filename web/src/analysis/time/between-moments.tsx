import type { ActivityAsOf } from '@shop/language/analysis/api'
import { numeral } from '../../lib/numeral.ts'

type Counted = keyof Omit<ActivityAsOf, 'asOf'>

const counts: readonly (readonly [name: Counted, label: string])[] = [
  ['cartAdds', 'Added to carts'],
  ['checkouts', 'Checkouts started'],
  ['ordersPlaced', 'Orders placed'],
  ['ordersCancelled', 'Cancelled'],
  ['priceChanges', 'Prices changed'],
]

export const BetweenMoments = ({ past, current }: { past: ActivityAsOf; current: ActivityAsOf }) => (
  <section aria-labelledby="between">
    <h3 id="between" className="type-h4 mt-8 mb-2">
      Between then and now
    </h3>
    <dl className="grid grid-cols-2 gap-y-3 border-t border-raw pt-2.5 sm:grid-cols-5">
      {counts.map(([name, label]) => (
        <div key={name} className="border-hair px-3 first:pl-0 sm:not-first:border-l max-sm:px-0">
          <dt className="type-xsmall text-stone">{label}</dt>
          <dd className="num text-[clamp(22px,2.4vw,30px)] leading-[1.1] font-medium tracking-[-0.02em] font-stretch-75%">
            {numeral(current[name] - past[name])}
          </dd>
        </div>
      ))}
    </dl>
  </section>
)
