/** TABLE: the tab of the time machine for the kind of a stream. Other streams open the dashboard. */
const tabs: Readonly<Record<string, string>> = {
  order: 'order',
  checkout: 'order',
  cart: 'cart',
  product: 'product',
  stock: 'stock',
}

/** The URL of the time machine as of an event. `kind`: the kind of a stream. If it is given, the URL opens the tab with such things. */
export const asOfAddress = (event: number, kind?: string) => {
  const show = kind === undefined ? undefined : tabs[kind]
  return `/analysis/time?${new URLSearchParams({ asOf: String(event), ...(show && { show }) })}`
}

/** A thing, and two moments: numbers of events or times. A missing moment means now. */
type Asked = Readonly<{ kind: string; id?: string; from?: string | undefined; to?: string | undefined }>

/** The URL of the page that compares one thing at two moments. Without an id, the page asks for the thing. */
export const compareAddress = (asked: Asked) => {
  const known = Object.entries(asked).flatMap(([name, value]) => (value ? [[name, value]] : []))
  return `/analysis/time?${new URLSearchParams(known)}`
}
