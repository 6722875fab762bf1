import type { Dashboard } from '@shop/language/api/dashboard'
import { useQuery } from '@tanstack/react-query'
import { Link } from '../../ui/link.tsx'
import { Failure } from '../parts/failure.tsx'
import { LoadingRows } from '../parts/loading-rows.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { Panel } from '../parts/panel.tsx'
import { BestSellers } from './best-sellers.tsx'
import { dashboardQuery } from './dashboard-api.ts'
import { DaysPanel } from './days-panel.tsx'
import { Figures } from './figures.tsx'
import { RecentOrders } from './recent-orders.tsx'
import { StockRunningOut } from './stock-running-out.tsx'

export function DashboardPage() {
  const { data, error, refetch } = useQuery(dashboardQuery())
  return (
    <>
      <PageHead title="Admin Dashboard" />
      {data ? (
        <Books books={data} />
      ) : error ? (
        <Failure error={error} fallback="Failed to fetch orders" onRetry={() => refetch()} />
      ) : (
        <LoadingRows />
      )}
    </>
  )
}

function Books({ books }: { books: Dashboard }) {
  return (
    <>
      <Figures books={books} />
      <div className={columns}>
        <DaysPanel days={books.days} />
        <Panel title="Best sellers" aside={<span className="type-xsmall text-stone">Units sold</span>}>
          <BestSellers products={books.bestSellers} />
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
          <RecentOrders orders={books.recentOrders} />
        </Panel>
        <Panel title="Stock running out" aside={<span className="type-xsmall text-stone">Pieces left</span>}>
          <StockRunningOut products={books.stockRunningOut} hasProducts={books.totalProducts > 0} />
        </Panel>
      </div>
    </>
  )
}

const columns =
  'mt-10 grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-10 min-[68.75rem]:grid-cols-[minmax(0,1.55fr)_minmax(0,1fr)]'
