import type { LiveKind, LiveMessage } from '@shop/language/api/live'
import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query'

/** To look through what is known for each of more than these takes longer than to ask for all of it again. */
const MOST_AT_ONCE = 200

/** What is on the screen is asked for again; what is not, when it comes back. */
export function refresh(client: QueryClient, news: readonly LiveMessage[]) {
  const messages = news.length > MOST_AT_ONCE ? [{ kind: 'all', id: '' } as const] : news
  for (const { kind, id } of messages) for (const filters of staleAfter[kind](id)) client.invalidateQueries(filters)
}

/** TABLE: which questions may be answered differently after a message. */
const staleAfter: Readonly<Record<LiveKind, (id: string) => readonly QueryFilters[]>> = {
  product: (id) => [
    ...showing(id),
    { queryKey: ['admin', 'products', 'list'] },
    { queryKey: ['admin', 'products', 'count'] },
    { queryKey: ['admin', 'dashboard'] },
  ],
  stock: (id) => [...showing(id), { queryKey: ['admin', 'products', 'list'] }, { queryKey: ['admin', 'dashboard'] }],
  // What was bought has left the cart.
  order: () => [
    { queryKey: ['orders'] },
    { queryKey: ['cart'] },
    { queryKey: ['admin', 'orders'] },
    { queryKey: ['admin', 'dashboard'] },
  ],
  user: () => [{ queryKey: ['admin', 'users', 'list'] }],
  dashboard: () => [{ queryKey: ['admin', 'dashboard'] }],
  all: () => [{}],
}

/** Of the shop's lists only those are asked for again that show the product. */
function showing(id: string): readonly QueryFilters[] {
  const predicate = ({ state }: Query) => JSON.stringify(state.data ?? '').includes(id)
  return [
    { queryKey: ['products'], predicate },
    { queryKey: ['cart'], predicate },
  ]
}
