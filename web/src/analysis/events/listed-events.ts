import type { TailEvent } from '@shop/language/analysis/api'
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'

export type Listed = InfiniteData<readonly TailEvent[], number | undefined>

/** How many events the first page may have. A list that follows new events would otherwise grow without end. */
export const MOST_FOLLOWED = 200

/** The answer of a running fetch will replace the list, so the events are added again after the fetch. */
export function putNewest(client: QueryClient, queryKey: QueryKey, events: readonly TailEvent[]) {
  client.setQueryData<Listed>(queryKey, (listed) => listed && withNewest(listed, events))
  const query = client.getQueryCache().find({ queryKey })
  if (query?.state.fetchStatus !== 'fetching') return
  const again = () => putNewest(client, queryKey, events)
  query.promise?.then(again, again)
}

/** The events that are cut off are fetched again on demand, because each page starts where the previous page ends. */
function withNewest({ pages, pageParams }: Listed, events: readonly TailEvent[]): Listed {
  const [before = [], ...others] = pages
  const newest = before[0]?.event ?? 0
  const first = [...events.filter(({ event }) => event > newest), ...before]
  if (first.length <= MOST_FOLLOWED) return { pages: [first, ...others], pageParams }
  return { pages: [first.slice(0, MOST_FOLLOWED)], pageParams: pageParams.slice(0, 1) }
}
