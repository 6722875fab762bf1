import type { Figure } from '@shop/language/dashboard/figures'
import { useAddressQuery } from '../../lib/address-query.ts'
import { addressOfMoment, momentIn } from './moment-words.ts'
import type { Asked, AsOf } from './time-api.ts'

const figures: readonly Figure[] = ['revenue', 'netRevenue', 'orders']

export function useMoment() {
  const { params, change } = useAddressQuery()
  const at = params.get('asOf') ?? undefined
  const asOf: AsOf = at && (momentIn(at) ?? at)
  const figure = figures.find((one) => one === params.get('figure'))
  const days = { from: params.get('from'), to: params.get('to') }
  const asked: Asked | undefined = figure && {
    figure,
    ...(days.from && days.to && { from: days.from, to: days.to }),
  }
  const write = (to: (params: URLSearchParams) => void, replace = false) =>
    change(
      (params) => {
        to(params)
        return params
      },
      String,
      { replace },
    )
  return {
    asOf,
    asked,
    tab: params.get('show') ?? 'dashboard',
    /** `replace` adds no entry to the browser's history. */
    goTo: (asOf: AsOf, replace = false) =>
      write((params) => set(params, { asOf: asOf && addressOfMoment(asOf) }), replace),
    explain: (asked: Asked | undefined) =>
      write((params) => set(params, { figure: asked?.figure, from: asked?.from, to: asked?.to })),
    show: (tab: string) =>
      write((params) => set(params, { show: tab === 'dashboard' ? undefined : tab, search: undefined }), true),
    search: params.get('search') ?? '',
    find: (search: string) => write((params) => set(params, { search: search || undefined }), true),
  }
}

export type Moment = ReturnType<typeof useMoment>

function set(params: URLSearchParams, values: Readonly<Record<string, string | undefined>>) {
  for (const [name, value] of Object.entries(values))
    if (value === undefined) params.delete(name)
    else params.set(name, value)
}
