import type { Dashboard } from '@shop/language/dashboard/api'
import { SOLD_DAYS } from '@shop/language/limits'
import type { Order } from '@shop/language/order/api'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useAddressQuery } from '../../lib/address-query.ts'
import { numeral } from '../../lib/numeral.ts'
import { Link } from '../../ui/link.tsx'
import { AdminFailure } from '../parts/admin-failure.tsx'
import { customerOf } from '../parts/customer-of.ts'
import { FewOrders } from '../parts/few-orders.tsx'
import { LoadingRows } from '../parts/loading-rows.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { Panel } from '../parts/panel.tsx'
import { dashboardOf } from './dashboard-api.ts'
import { type DayRange, lastDays } from './day-range.ts'
import { DaysPanel } from './days-panel.tsx'
import { Figures } from './figures.tsx'
import { PeriodFigures } from './period-figures.tsx'
import { ProductLine } from './product-line.tsx'
import { RangeTools } from './range-tools.tsx'
import { StockRunningOut } from './stock-running-out.tsx'
import { ToDo } from './to-do.tsx'

export function DashboardPage() {
  const { params, change } = useAddressQuery()
  const range = {
    ...lastDays(),
    ...Object.fromEntries([...params].filter(([name]) => name === 'from' || name === 'to')),
  }
  const { data, error, refetch } = useQuery(dashboardOf(range))
  const choose = (days: Partial<DayRange>) => change(() => new URLSearchParams(days), String, { replace: true })
  const tools = <RangeTools range={range} onChoose={choose} />
  return (
    <>
      <PageHead title="Admin Dashboard" />
      {data ? (
        <DashboardView dashboard={data} range={tools} />
      ) : error ? (
        <>
          <AdminFailure error={error} fallback="Failed to fetch orders" onRetry={() => refetch()} />
          {tools}
        </>
      ) : (
        <LoadingRows />
      )}
    </>
  )
}

function DashboardView({ dashboard, range }: { dashboard: Dashboard; range: ReactNode }) {
  return (
    <>
      <ToDo toDo={dashboard.toDo} />
      <div className="mt-10 mb-5">{range}</div>
      <PeriodFigures period={dashboard.period} />
      <div className={columns}>
        <DaysPanel days={dashboard.days} period={dashboard.period} />
        <Panel title="Best sellers" aside={<span className="type-xsmall text-stone">Units sold</span>}>
          <BestSellers products={dashboard.bestSellers} />
        </Panel>
      </div>
      <div className={columns}>
        <Panel
          title="Recent Orders"
          aside={
            <Link to="/admin/orders" className="inline-flex min-h-11 items-center underline lg:min-h-6">
              Manage Orders
            </Link>
          }
        >
          <RecentOrders orders={dashboard.recentOrders} />
        </Panel>
        <Panel
          title="Stock running out"
          aside={<span className="type-xsmall text-stone">At the pace of the last {SOLD_DAYS} days</span>}
        >
          <StockRunningOut products={dashboard.stockRunningOut} hasProducts={dashboard.totalProducts > 0} />
        </Panel>
      </div>
      <h2 className="mt-10 mb-2.5 text-[1.0625rem] leading-[1.3] font-semibold">Since the shop opened</h2>
      <Figures dashboard={dashboard} />
    </>
  )
}

const columns =
  'mt-10 grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-10 min-[68.75rem]:grid-cols-[minmax(0,1.55fr)_minmax(0,1fr)]'

const user = {
  title: 'User',
  cell: (order: Order) => customerOf(order)?.name ?? <span className="text-stone">N/A</span>,
}

const RecentOrders = ({ orders }: { orders: readonly Order[] }) =>
  orders.length === 0 ? (
    <p className="border-t border-hair py-4 text-rinse">There are no orders yet.</p>
  ) : (
    <FewOrders orders={orders} column={user} />
  )

function BestSellers({ products }: { products: Dashboard['bestSellers'] }) {
  if (products.length === 0) return <p className="border-t border-hair py-4 text-rinse">Nothing has been sold yet.</p>
  const most = Math.max(...products.map(({ sold }) => sold))
  return (
    <ol className="border-t border-hair">
      {products.map((product) => (
        <ProductLine
          key={product._id}
          product={product}
          below={
            <div aria-hidden className="mt-1.5 h-1 bg-chalk">
              <div className="h-1 bg-vat" style={{ width: `${(100 * product.sold) / most}%` }} />
            </div>
          }
          end={<b className="num font-semibold">{numeral(product.sold)}</b>}
        />
      ))}
    </ol>
  )
}
