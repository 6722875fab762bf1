import type { Dashboard } from '@shop/language/dashboard/api'
import type { ReactNode } from 'react'
import { formatMoney } from '../../lib/money.ts'
import { numeral } from '../../lib/numeral.ts'
import { Link } from '../../ui/link.tsx'

/** The names are from the specification (decisions P13). */
export function Figures({ dashboard }: { dashboard: Dashboard }) {
  return (
    <FigureRow>
      <Figure name="Revenue" value={formatMoney(dashboard.revenue)}>
        All orders
      </Figure>
      <Figure name="Net revenue" value={formatMoney(dashboard.netRevenue)}>
        After refunds and cancellations
      </Figure>
      <Figure name="Total Orders" value={numeral(dashboard.totalOrders)}>
        <FigureLink to="/admin/orders">Manage Orders</FigureLink>
      </Figure>
      <Figure name="Total Products" value={numeral(dashboard.totalProducts)}>
        <FigureLink to="/admin/products">Manage Products</FigureLink>
      </Figure>
    </FigureRow>
  )
}

export const FigureRow = ({ children }: { children: ReactNode }) => (
  <dl className="@container grid grid-cols-2 border-y border-t-raw border-b-hair lg:grid-cols-4">{children}</dl>
)

export const Figure = ({ name, value, children }: { name: string; value: string; children: ReactNode }) => (
  <div className="min-w-0 border-hair py-4 pr-2 not-first:border-l not-first:pl-4 max-lg:odd:border-l-0 max-lg:odd:pl-0 max-lg:nth-[n+3]:border-t">
    <dt className="text-[0.84375rem] font-medium text-stone">{name}</dt>
    <dd className="num mt-1 text-[30px] lg:text-[clamp(22px,min(3.1vw,3.7cqw),48px)] leading-[1.05] font-medium tracking-[-0.02em] font-stretch-75%">
      {value}
    </dd>
    <dd className="type-xsmall flex min-h-11 items-center text-rinse lg:min-h-6">{children}</dd>
  </div>
)

const FigureLink = ({ to, children }: { to: string; children: string }) => (
  <Link to={to} className="inline-flex min-h-11 items-center underline hover:decoration-2 lg:min-h-6">
    {children}
  </Link>
)
