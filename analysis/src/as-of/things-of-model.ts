import type { Thing } from '@shop/language/analysis/things'
import type { Document } from '@shop/language/collection'
import type { Things } from './kind-of-things.ts'
import type { ModelAsOf } from './models-as-of.ts'

/** Things that are documents of a read model with snapshots. Lists are sorted by id. */
export const thingsOfModel = <D extends Document>(model: ModelAsOf<D>, thingOf: (document: D) => Thing): Things => ({
  async find(view, event, id) {
    const document = (await model(view, event)).get(id)
    return document && thingOf(document)
  },
  async list(view, event, { limit, after = '' }) {
    const documents = await model(view, event)
    const ids = [...documents.keys()].filter((id) => id > after).toSorted()
    const page = ids.slice(0, limit)
    return {
      things: page.map((id) => thingOf(documents.get(id)!)),
      ...(ids.length > limit && { next: page.at(-1)! }),
    }
  },
})
