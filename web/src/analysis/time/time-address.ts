/** TABLE: the tab for the kind of a stream. Other kinds open the dashboard. */
const tabs: Readonly<Record<string, string>> = {
  order: 'order',
  checkout: 'order',
  cart: 'cart',
  product: 'product',
  stock: 'stock',
}

export const asOfAddress = (event: number, kind?: string) => {
  const show = kind === undefined ? undefined : tabs[kind]
  return `/analysis/time?${new URLSearchParams({ asOf: String(event), ...(show && { show }) })}`
}

/** A thing and two moments: event numbers or times. A missing moment means now. */
type Asked = Readonly<{ kind: string; id?: string; from?: string | undefined; to?: string | undefined }>

/** Without an id, the page asks for the thing. */
export const compareAddress = (asked: Asked) => {
  const known = Object.entries(asked).flatMap(([name, value]) => (value ? [[name, value]] : []))
  return `/analysis/time?${new URLSearchParams(known)}`
}
