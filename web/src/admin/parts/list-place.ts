type Pages<Item> = readonly { items: readonly Item[] }[]

/** Where in a list its reader is, who turned to a page that may have lost its rows since. */
export function placeIn<Item>(pages: Pages<Item>, turnedTo: number, hasMore: boolean) {
  let at = Math.max(0, Math.min(turnedTo, pages.length - 1))
  while (at > 0 && pages[at]?.items.length === 0) at--
  const items = pages[at]?.items ?? []
  const before = countOf(pages.slice(0, at))
  return {
    at,
    items,
    first: before + 1,
    last: before + items.length,
    /** Known once the end has been seen. */
    total: hasMore ? undefined : countOf(pages),
    hasPrevious: at > 0,
    hasNext: hasMore || countOf(pages.slice(at + 1)) > 0,
  }
}

const countOf = (pages: Pages<unknown>) => pages.reduce((count, { items }) => count + items.length, 0)
