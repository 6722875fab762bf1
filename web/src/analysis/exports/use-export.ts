import type { Export } from '@shop/language/analysis/exports'
import { createTaking, type Taken } from './take-export.ts'
import { useSaving } from './use-saving.ts'

export type Wanted = Pick<Export, 'format' | 'from' | 'to' | 'types'>

export const useExport = () =>
  useSaving<Wanted, Taken>((body) => {
    const name = `selvedge-${body.from}-${body.to}-${body.format}.tar`
    return createTaking(
      () => ({ path: 'exports', body, name }),
      (_, taken) => taken,
    )
  })
