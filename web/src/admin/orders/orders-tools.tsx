import { FilterSelect } from '../parts/filter-select.tsx'
import { ListTools } from '../parts/list-tools.tsx'
import type { AdminList } from '../parts/use-admin-list.ts'
import { statuses } from './statuses.ts'

const sorts = [
  { value: '', label: 'Newest' },
  { value: 'oldest', label: 'Oldest' },
  { value: 'totalasc', label: 'Total: Low to High' },
  { value: 'totaldesc', label: 'Total: High to Low' },
  { value: 'status', label: 'Status' },
]

export const orderFilters = ['status', 'toShip', 'refundDue', 'returnDue', 'incompleteAddress', 'pending', 'from', 'to']

const toShip = [{ value: 'true', label: 'To ship' }]
const refundDue = [{ value: 'true', label: 'Refund due' }]
const returnDue = [{ value: 'true', label: 'Return awaited' }]
const incomplete = [{ value: 'true', label: 'Address incomplete' }]
const pending = [{ value: 'true', label: 'Payments under review' }]

type ToolProps = { list: Pick<AdminList, 'search' | 'find' | 'sortBy' | 'sort' | 'narrowing' | 'filter'> }

export const OrdersTools = ({ list }: ToolProps) => (
  <ListTools list={list} label="Search order, user, city, SKU, tracking" sorts={sorts} headsFrom="lg">
    <div className="contents max-md:grid max-md:w-full max-md:grid-cols-2 max-md:gap-2">
      <FilterSelect list={list} name="status" label="Status" any="Any status" choices={statuses} />
      <FilterSelect list={list} name="refundDue" label="Payment" any="Any payment" choices={refundDue} />
      <FilterSelect list={list} name="returnDue" label="Returns" any="Any return" choices={returnDue} />
      <FilterSelect list={list} name="incompleteAddress" label="Address" any="Any address" choices={incomplete} />
      <FilterDay list={list} name="from" label="Placed from (UTC)" />
      <FilterDay list={list} name="to" label="Placed to (UTC)" />
      <FilterSelect list={list} name="pending" label="Show" any="Orders" choices={pending} />
      <FilterSelect list={list} name="toShip" label="Shipping" any="Any shipping" choices={toShip} />
    </div>
  </ListTools>
)

type DayProps = { list: Pick<AdminList, 'narrowing' | 'filter'>; name: 'from' | 'to'; label: string }

const FilterDay = ({ list, name, label }: DayProps) => (
  <label className="inline-flex min-w-0 items-center gap-x-2 max-md:flex-col max-md:items-stretch">
    <span className="type-small text-stone">{label}</span>
    <input
      type="date"
      className="input-box md:w-auto!"
      value={list.narrowing.get(name) ?? ''}
      onChange={({ target }) => list.filter(name, target.value)}
    />
  </label>
)
