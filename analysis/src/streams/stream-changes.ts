import type { Change } from '@shop/language/analysis/streams'
import type { Document } from '@shop/language/collection'
import { productStream } from '@shop/language/product/events'
import { stockStream } from '@shop/language/stock/events'
import { foldAll } from '@shop/projections/fold'
import { type AnyProjection, anyProjection, type Projection } from '@shop/projections/projection'
import { productProjection } from '@shop/projections/read-models/product-projection'
import { stockProjection } from '@shop/projections/read-models/stock-projection'
import { createWorkingSet } from '@shop/projections/working-set'
import { changesBetween, type Facts, factsOf, factsOfThing } from '../as-of/facts.ts'
import { recordedOf } from '../as-of/projected-events.ts'
import { cartKind, orderKind } from '../as-of/stream-kinds.ts'
import { productThing, stockThing } from '../as-of/thing-views.ts'
import type { CopiedEvent } from '../pseudonyms/copied-event.ts'

type Shown = Readonly<{ projection: AnyProjection; factsOf: (document: Document) => Facts }>
/** `earlier`: the events before the page. */
type Events = Readonly<{ earlier: readonly CopiedEvent[]; page: readonly CopiedEvent[] }>

/** TABLE: the streams whose things the shop shows, by prefix. */
const shown: Readonly<Record<string, Shown>> = {
  [orderKind.streamOf('')]: shownBy(orderKind.projection, orderKind.thingOf),
  [cartKind.streamOf('')]: shownBy(cartKind.projection, cartKind.thingOf),
  [productStream('')]: shownBy(productProjection, productThing),
  [stockStream('')]: shownBy(stockProjection, stockThing),
}

function shownBy<D extends Document>(projection: Projection<D>, thingOf: (document: D) => object): Shown {
  return {
    projection: anyProjection(projection),
    factsOf: (document) => factsOfThing(thingOf(document as D)),
  }
}

const prefixOf = (stream: string) => Object.keys(shown).find((prefix) => stream.startsWith(prefix))

export const isShown = (stream: string): boolean => prefixOf(stream) !== undefined

/** What each event of the page changed in the shown thing. */
export function changesShown(stream: string, { earlier, page }: Events): readonly (readonly Change[])[] {
  const prefix = prefixOf(stream)!
  const { projection, factsOf } = shown[prefix]!
  const id = stream.slice(prefix.length)
  const workingSet = createWorkingSet()
  const apply = (events: readonly CopiedEvent[]) => foldAll(projection, workingSet, events.map(recordedOf))
  const now = (): Facts => {
    const document = workingSet.documents.get(id)
    return document ? factsOf(document) : new Map()
  }
  apply(earlier)
  let before = now()
  return page.map((event) => {
    apply([event])
    const after = now()
    const changes = changesBetween(before, after)
    before = after
    return changes
  })
}

/** For each event, the fields whose values differ from earlier events. */
export function changesOfFields({ earlier, page }: Events): readonly (readonly Change[])[] {
  const known = new Map(earlier.flatMap(({ data }) => [...factsOf(data)]))
  return page.map(({ data }) => {
    const facts = factsOf(data)
    const before: Facts = new Map(
      [...facts.keys()].flatMap((field) => (known.has(field) ? [[field, known.get(field)!]] : [])),
    )
    for (const [field, value] of facts) known.set(field, value)
    return changesBetween(before, facts)
  })
}
