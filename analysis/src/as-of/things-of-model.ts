import type { Thing } from '@shop/language/analysis/things'
import type { Document } from '@shop/language/collection'
import type { Projection } from '@shop/projections/projection'
import type { Copy } from '../copy/open-copy.ts'
import { literal } from '../tables/literal.ts'
import type { Things } from './kind-of-things.ts'
import type { ModelAsOf } from './models-as-of.ts'
import { historyOf } from './thing-history.ts'
import { isFoundBy } from './thing-search.ts'

type Options<D extends Document> = Readonly<{
  projection: Projection<D>
  model: ModelAsOf<D>
  thingOf: (document: D, name?: string) => Thing
  /** The products. Set this for things that lack the product's name. */
  named?: ModelAsOf<Document & Readonly<{ name: string }>>
}>

export function thingsOfModel<D extends Document>(
  copy: Pick<Copy, 'reading'>,
  { projection, model, thingOf, named }: Options<D>,
): Things {
  const types = Object.keys(projection.on).map(literal).join(', ')
  const namesAt = async (...[view, event]: Parameters<ModelAsOf<D>>) => {
    const products = await named?.(view, event)
    return (id: string) => products?.get(id)?.name
  }
  // An event that changes a thing has the id of the thing in its data.
  const mayChange = (id: string) => `type IN (${types}) AND contains(CAST(data AS VARCHAR), ${literal(id)})`

  return {
    async find(view, event, id) {
      const document = (await model(view, event)).get(id)
      return document && thingOf(document, (await namesAt(view, event))(id))
    },
    async list(view, event, { limit, after = '', search }) {
      const documents = await model(view, event)
      const nameOf = await namesAt(view, event)
      const ids = [...documents.keys()].filter((id) => id > after).toSorted()
      const things = ids
        .map((id) => thingOf(documents.get(id)!, nameOf(id)))
        .filter((thing) => isFoundBy(search, thing))
      const page = things.slice(0, limit)
      return { things: page, ...(things.length > limit && { next: page.at(-1)!._id }) }
    },
    async history(view, range) {
      const document = (await model(view, range.after)).get(range.id)
      return copy.reading((connection) =>
        historyOf(connection, view, { projection, thingOf, mayChange }, document, range),
      )
    },
  }
}
