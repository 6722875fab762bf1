import type { Change } from '@shop/language/analysis/streams'
import type { Document } from '@shop/language/collection'
import { productStream } from '@shop/language/product/events'
import { stockStream } from '@shop/language/stock/events'
import { fold, plan } from '@shop/projections/fold'
import { type AnyProjection, anyProjection, type Projection } from '@shop/projections/projection'
import { productProjection } from '@shop/projections/read-models/product-projection'
import { stockProjection } from '@shop/projections/read-models/stock-projection'
import { createWorkingSet } from '@shop/projections/working-set'
import { changesBetween, type Facts, factsOf, factsOfThing } from '../as-of/facts.ts'
import { recordedOf } from '../as-of/projected-events.ts'
import { cartKind, orderKind } from '../as-of/stream-kinds.ts'
import { productThing, stockThing } from '../as-of/thing-views.ts'
import type { CopiedEvent } from '../pseudonyms/copied-event.ts'

/** How the thing of a stream is shown. `projection` makes the thing's document. `factsOf` returns the shown facts of this document. */
type Shown = Readonly<{ projection: AnyProjection; factsOf: (document: Document) => Facts }>
/** Events of a stream: those before a page, and those on the page. */
type Events = Readonly<{ earlier: readonly CopiedEvent[]; page: readonly CopiedEvent[] }>

/** TABLE: the streams whose things the shop shows, by the prefix of their names. */
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

/**
 * Whether the shop shows the thing of this stream. If so, a page lists what each event changed in the shown thing. Otherwise the page lists
 * the fields that differ from the earlier events.
 */
export const isShown = (stream: string): boolean => prefixOf(stream) !== undefined

/** For each event of the page, what it changed in the shown thing. The shop's own projection folds only the events of this stream. */
export function changesShown(stream: string, { earlier, page }: Events): readonly (readonly Change[])[] {
  const prefix = prefixOf(stream)!
  const { projection, factsOf } = shown[prefix]!
  const id = stream.slice(prefix.length)
  const documents = createWorkingSet()
  const apply = (events: readonly CopiedEvent[]) =>
    fold(projection, documents, plan(projection, events.map(recordedOf)))
  const now = (): Facts => {
    const document = documents.get(id)
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

/** For each event of the page, its fields that have other values than in the earlier events. */
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
