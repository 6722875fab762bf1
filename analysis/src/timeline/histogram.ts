import type { EventFilter } from '@shop/language/analysis/api'
import type { Histogram } from '@shop/language/analysis/timeline'
import { seenAsOf } from '../as-of/seen.ts'
import type { Copy } from '../copy/open-copy.ts'
import { chosenBy } from '../tables/event-filter.ts'
import { barsOfAll, barsOfChosen, stretchOf } from './bars.ts'

export const createHistogram =
  (copy: Pick<Copy, 'view' | 'reading'>) =>
  async (filter: EventFilter): Promise<Histogram> => {
    using view = copy.view()
    const stretch = await stretchOf(view)
    const bars =
      chosenBy(filter).length === 0
        ? await barsOfAll(view, stretch)
        : await copy.reading((connection) => barsOfChosen(connection, view, stretch, filter))
    return { asOf: await seenAsOf(view, undefined), ...stretch, bars }
  }
