import type { EventFilter } from '@shop/language/analysis/api'
import { useAddressQuery } from '../../lib/address-query.ts'

const filterNames = ['type', 'stream', 'actor', 'correlation'] as const satisfies readonly (keyof EventFilter)[]
export type FilterName = (typeof filterNames)[number]
export type Filter = Readonly<Partial<Record<FilterName, string>>>
/** The range of recording times: `from` is in it, `to` is not. Without `to`, the range has no end. */
export type Between = Readonly<{ from?: string | undefined; to?: string | undefined }>

export function useEventFilter() {
  const { params, change } = useAddressQuery()
  const filter: Filter = Object.fromEntries(
    filterNames.flatMap((name) => (params.get(name) ? [[name, params.get(name)!]] : [])),
  )
  const between: Between = { from: timeIn(params.get('from')), to: timeIn(params.get('to')) }
  const write = (values: Readonly<Record<string, string | undefined>>, replace = false) =>
    change(
      (params) => {
        for (const [name, value] of Object.entries(values))
          if (value) params.set(name, value)
          else params.delete(name)
        return params
      },
      String,
      { replace },
    )
  return {
    filter,
    between,
    choose: (chosen: Partial<Record<FilterName, string>>) => write(chosen),
    /** Adds no entries to the browser's history, because a drag changes the range many times. */
    stretch: ({ from, to }: Between) => write({ from, to }, true),
    clear: () => write(Object.fromEntries([...filterNames, 'from', 'to'].map((name) => [name, undefined]))),
  }
}

/** Users can edit URLs, so a text that is not a time gives undefined. */
export const timeIn = (text: string | null) =>
  text !== null && Number.isFinite(Date.parse(text)) ? new Date(text).toISOString() : undefined

export function eventsAddress(chosen: { readonly [Name in FilterName | keyof Between]?: string | undefined }) {
  const known = Object.entries(chosen).flatMap(([name, value]) => (value ? [[name, value]] : []))
  return `/analysis/events?${new URLSearchParams(known)}`
}
