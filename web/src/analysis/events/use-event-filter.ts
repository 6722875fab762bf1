import type { EventFilter } from '@shop/language/api/analysis'
import { useAddressQuery } from '../../lib/address-query.ts'

export const filterNames = ['type', 'stream', 'actor', 'correlation'] as const satisfies readonly (keyof EventFilter)[]
export type FilterName = (typeof filterNames)[number]
export type Filter = Readonly<Partial<Record<FilterName, string>>>
/** Moments between which events were recorded; without an end, up to now. */
export type Between = Readonly<{ from?: string | undefined; to?: string | undefined }>

/** Which events are listed, which is in the address. */
export function useEventFilter() {
  const { params, change } = useAddressQuery()
  const filter: Filter = Object.fromEntries(
    filterNames.flatMap((name) => (params.get(name) ? [[name, params.get(name)!]] : [])),
  )
  const between: Between = { from: momentIn(params.get('from')), to: momentIn(params.get('to')) }
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
    /** `replace`: one of many on the way, which Back does not stop at. */
    stretch: ({ from, to }: Between) => write({ from, to }, true),
    clear: () => write(Object.fromEntries([...filterNames, 'from', 'to'].map((name) => [name, undefined]))),
  }
}

/** Undefined for what is no moment: somebody has changed the address. */
const momentIn = (text: string | null) =>
  text !== null && Number.isFinite(Date.parse(text)) ? new Date(text).toISOString() : undefined

/** The list of events that these choose. */
export const eventsAddress = (filter: Filter) => `/analysis/events?${new URLSearchParams(filter)}`
