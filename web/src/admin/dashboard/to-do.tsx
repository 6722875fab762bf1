import type { Dashboard } from '@shop/language/dashboard/api'
import { MOST_COUNTED } from '@shop/language/limits'
import { Link } from '../../ui/link.tsx'
import { Panel } from '../parts/panel.tsx'

export function ToDo({ toDo }: { toDo: Dashboard['toDo'] }) {
  const waiting = tasks.filter(({ name }) => toDo[name] > 0)
  return (
    <Panel title="To do">
      {waiting.length === 0 ? (
        <p className="border-y border-t-raw border-b-hair py-4 text-rinse">Nothing to do. New orders appear here.</p>
      ) : (
        <ul className="grid border-t border-raw sm:grid-cols-2 sm:gap-x-6 lg:grid-cols-3 xl:grid-cols-5">
          {waiting.map(({ name, to, one, many }) => (
            <li key={name} className="border-b border-hair">
              <Link to={to} className="group flex min-h-14 items-baseline gap-2.5 py-2.5 hover:bg-chalk">
                <b className="num min-w-8 text-[1.625rem] leading-none font-medium font-stretch-75%">
                  {toDo[name] < MOST_COUNTED ? toDo[name] : `${MOST_COUNTED - 1}+`}
                </b>
                <span className="underline decoration-faded group-hover:decoration-thread group-hover:decoration-2">
                  {toDo[name] === 1 ? one : many}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** TABLE: the kinds of tasks, the most urgent for customers first. */
const tasks: readonly { name: keyof Dashboard['toDo']; to: string; one: string; many: string }[] = [
  { name: 'openCases', to: '/admin/cases?status=open', one: 'case needs attention', many: 'cases need attention' },
  { name: 'refundDue', to: '/admin/orders?refundDue=true', one: 'refund due', many: 'refunds due' },
  {
    name: 'incompleteAddress',
    to: '/admin/orders?toShip=true&incompleteAddress=true',
    one: 'address incomplete',
    many: 'addresses incomplete',
  },
  {
    name: 'toShip',
    to: '/admin/orders?toShip=true&sortBy=oldest',
    one: 'order to ship',
    many: 'orders to ship',
  },
  { name: 'returnAwaited', to: '/admin/orders?returnDue=true', one: 'return awaited', many: 'returns awaited' },
]
