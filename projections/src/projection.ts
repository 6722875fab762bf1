import type { ShopEvent } from '@shop/language/events/all'
import type { Recorded } from '@shop/language/events/event'
import type { Collection, Document } from '@shop/language/read-models/collection'
import type { Value } from '@shop/stores/read-store/read-store'

type Changes<D> = Change<D> | readonly Change<D>[]

/** A read model as pure functions: which documents an event touches, and what they become. */
export type Projection<D extends Document> = Readonly<{
  /** Its name is the projection's and its checkpoint's too. Raise the number to rebuild from the start of the log. */
  into: Collection<D>
  /** At an event that throws: stop this projection there, or leave the event out and go on. Never silently either way. */
  failure: 'halt' | 'park'
  on: {
    readonly [Type in ShopEvent['type']]?: (event: Recorded<Extract<ShopEvent, { type: Type }>>) => Changes<D>
  }
}>

/** A projection to whoever runs it, who never looks into a document beyond its id. */
export type AnyProjection = Projection<Document>
export const anyProjection = <D extends Document>(projection: Projection<D>) => projection as unknown as AnyProjection

/** Of one document by its id, or of all whose field has a value. An undefined document is removed. */
export type Change<D> =
  | Readonly<{ id: string; become: (before: D | undefined) => D | undefined }>
  | Readonly<{ where: Readonly<{ field: string; is: Value }>; become: (before: D) => D | undefined }>

export const insert = <D>(id: string, document: D): Change<D> => ({ id, become: () => document })

/** A document that is not there stays away. */
export const update = <D>(id: string, become: (before: D) => D | undefined): Change<D> => ({
  id,
  become: (before: D | undefined) => before && become(before),
})

export const upsert = <D>(id: string, become: (before: D | undefined) => D): Change<D> => ({ id, become })

export const remove = (id: string) => ({ id, become: (_: unknown) => undefined })

export const updateWhere = <D>(
  field: keyof D & string,
  is: Value,
  become: (before: D) => D | undefined,
): Change<D> => ({ where: { field, is }, become })

type Handler = (event: Recorded) => Changes<Document>

/** What a projection makes of an event; nothing where it does not know the type. */
export function changesOf({ on }: AnyProjection, event: Recorded): readonly Change<Document>[] {
  const changes = (on as Record<string, Handler | undefined>)[event.type]?.(event) ?? []
  return Array.isArray(changes) ? changes : [changes as Change<Document>]
}
