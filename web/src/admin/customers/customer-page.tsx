import { useQuery } from '@tanstack/react-query'
import { usePageParams } from '../../lib/page-params.ts'
import { NotFetched } from '../parts/not-fetched.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { Panel } from '../parts/panel.tsx'
import { CustomerFacts } from './customer-facts.tsx'
import { CustomerOrders } from './customer-orders.tsx'
import { CustomerStreams } from './customer-streams.tsx'
import { customerQuery } from './customers-api.ts'
import { EndSessions } from './end-sessions.tsx'
import { NotesPanel } from './notes-panel.tsx'

const toList = { to: '/admin/users', label: 'Users' }

export function CustomerPage() {
  const { id = '' } = usePageParams()
  const { data: customer, error, refetch } = useQuery(customerQuery(id))
  if (!customer)
    return (
      <>
        <PageHead title="Customer" back={toList} />
        <NotFetched error={error} failure="Failed to fetch the customer" refetch={refetch} />
      </>
    )
  return (
    <>
      <PageHead title={customer.name} back={toList} lead={customer.role === 'customer' ? undefined : customer.role} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-10 min-[68.75rem]:grid-cols-[minmax(0,1fr)_minmax(0,1.55fr)]">
        <div className="grid content-start gap-8">
          <Panel title="Account">
            <CustomerFacts customer={customer} />
            <EndSessions key={id} customer={customer} />
            <CustomerStreams key={`${id} streams`} customer={customer} />
          </Panel>
          <NotesPanel customer={customer} />
        </div>
        <CustomerOrders customer={customer} />
      </div>
    </>
  )
}
