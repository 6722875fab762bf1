type Pages<Item> = readonly { items: readonly Item[] }[]

/** The chosen page or, if it has no rows left, an earlier page. */
export function shownPage<Item>(pages: Pages<Item>, turnedTo: number, hasMore: boolean) {
  let at = Math.max(0, Math.min(turnedTo, pages.length - 1))
  while (at > 0 && pages[at]?.items.length === 0) at--
  const items = pages[at]?.items ?? []
  const before = countOf(pages.slice(0, at))
  return {
    at,
    items,
    first: before + 1,
    last: before + items.length,
    total: hasMore ? undefined : countOf(pages),
    hasPrevious: at > 0,
    hasNext: hasMore || countOf(pages.slice(at + 1)) > 0,
  }
}

const countOf = (pages: Pages<unknown>) => pages.reduce((count, { items }) => count + items.length, 0)
