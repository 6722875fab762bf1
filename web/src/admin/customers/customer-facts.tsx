import type { Customer } from '@shop/language/customer/api'
import { formatMoney } from '../../lib/money.ts'
import { numeral } from '../../lib/numeral.ts'
import { longDate } from '../../orders/order-dates.ts'
import { Fact } from '../parts/fact.tsx'

export function CustomerFacts({ customer }: { customer: Customer }) {
  const { email, registeredAt, orders } = customer
  const count = numeral(orders.count)
  return (
    <dl className="grid gap-2">
      <Fact name="Email">
        <a
          href={`mailto:${email.split('@').map(encodeURIComponent).join('@')}`}
          className="-my-2.5 inline-flex min-h-11 items-center underline decoration-faded hover:decoration-thread lg:my-0 lg:min-h-6"
        >
          {email}
        </a>
      </Fact>
      <Fact name="Customer since">{longDate(registeredAt)}</Fact>
      <Fact name="Orders">{orders.isAll ? count : `Only the newest ${count} are counted`}</Fact>
      <Fact name="Paid">{formatMoney(orders.paid)}</Fact>
      {orders.refunded > 0 && <Fact name="Refunded">{formatMoney(orders.refunded)}</Fact>}
      {orders.lastAt && <Fact name="Last order">{longDate(orders.lastAt)}</Fact>}
    </dl>
  )
}
