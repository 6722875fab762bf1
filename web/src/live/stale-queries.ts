import type { LiveKind, LiveMessage } from '@shop/language/shop/api'
import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query'

/** Beyond this many messages, refetching everything is faster than searching the cache for each message. */
const MOST_AT_ONCE = 200

export function refresh(client: QueryClient, news: readonly LiveMessage[]) {
  const messages = news.length > MOST_AT_ONCE ? [{ kind: 'all', id: '' } as const] : news
  for (const { kind, id } of messages) for (const filters of staleAfter[kind](id)) client.invalidateQueries(filters)
}

/** TABLE: the queries that a message makes stale. */
const staleAfter: Readonly<Record<LiveKind, (id: string) => readonly QueryFilters[]>> = {
  product: (id) => [
    ...showing(id),
    { queryKey: ['admin', 'products', 'list'] },
    { queryKey: ['admin', 'products', 'count'] },
    { queryKey: ['admin', 'dashboard'] },
  ],
  stock: (id) => [
    ...showing(id),
    { queryKey: ['admin', 'products', 'list'] },
    { queryKey: ['admin', 'products', 'stock', id] },
    { queryKey: ['admin', 'dashboard'] },
  ],
  // Bought pieces have left the cart.
  order: () => [
    { queryKey: ['orders'] },
    { queryKey: ['cart'] },
    { queryKey: ['admin', 'orders'] },
    { queryKey: ['admin', 'users', 'one'] },
    { queryKey: ['admin', 'dashboard'] },
  ],
  user: (id) => [{ queryKey: ['admin', 'users', 'list'] }, { queryKey: ['admin', 'users', 'one', id] }],
  case: () => [{ queryKey: ['admin', 'cases'] }, { queryKey: ['admin', 'dashboard'] }],
  dashboard: () => [{ queryKey: ['admin', 'dashboard'] }],
  all: () => [{}],
}

function showing(id: string): readonly QueryFilters[] {
  const predicate = ({ state }: Query) => JSON.stringify(state.data ?? '').includes(id)
  return [
    { queryKey: ['products'], predicate },
    { queryKey: ['cart'], predicate },
  ]
}
