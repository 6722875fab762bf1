import type { TailEvent } from '@shop/language/api/analysis'
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'

export type Listed = InfiniteData<readonly TailEvent[], number | undefined>

/** As many as the first page has at most: a list that is followed does not grow for as long as it is open. */
export const MOST_FOLLOWED = 200

/**
 * Puts what has just come at the head of its list, if there is one. An answer that is on its way may be older and will take the
 * list's place: then they are put there again.
 */
export function putNewest(client: QueryClient, queryKey: QueryKey, events: readonly TailEvent[]) {
  client.setQueryData<Listed>(queryKey, (listed) => listed && withNewest(listed, events))
  const query = client.getQueryCache().find({ queryKey })
  if (query?.state.fetchStatus !== 'fetching') return
  const again = () => putNewest(client, queryKey, events)
  query.promise?.then(again, again)
}

/** Further pages go on from the first one's last event: what is cut off is fetched again when it is asked for. */
function withNewest({ pages, pageParams }: Listed, events: readonly TailEvent[]): Listed {
  const [before = [], ...others] = pages
  const newest = before[0]?.event ?? 0
  const first = [...events.filter(({ event }) => event > newest), ...before]
  if (first.length <= MOST_FOLLOWED) return { pages: [first, ...others], pageParams }
  return { pages: [first.slice(0, MOST_FOLLOWED)], pageParams: pageParams.slice(0, 1) }
}
