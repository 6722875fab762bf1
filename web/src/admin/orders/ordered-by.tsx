import type { Customer } from '@shop/language/customer/api'
import { CustomerFacts } from '../customers/customer-facts.tsx'
import { CustomerLink } from '../customers/customer-link.tsx'
import { NotesPanel } from '../customers/notes-panel.tsx'
import { Panel } from '../parts/panel.tsx'

/** The customer, with the admins' notes on the customer and on this order. `orderId` is undefined while the payment is being checked. */
export const OrderedBy = ({ customer, orderId }: { customer: Customer; orderId: string | undefined }) => (
  <>
    <Panel title="Customer">
      <p className="mb-2 font-[550]">
        <CustomerLink id={customer._id}>{customer.name}</CustomerLink>
      </p>
      <CustomerFacts customer={customer} />
    </Panel>
    <NotesPanel customer={customer} {...(orderId && { orderId })} />
  </>
)
