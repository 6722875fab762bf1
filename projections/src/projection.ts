import type { ShopEvent } from '@shop/language/all-events'
import type { Collection, Document } from '@shop/language/collection'
import type { Recorded } from '@shop/language/events/event'
import type { Scalar } from '@shop/stores/read-store/read-store'

type Changes<D> = DocumentChange<D> | readonly DocumentChange<D>[]

export type Projection<D extends Document> = Readonly<{
  /** The collection's name also names the projection and its checkpoint. A new number in the name causes a rebuild. */
  into: Collection<D>
  /** If an event causes an error, the projection halts before the event or skips it (`park`). The error is logged. */
  failure: 'halt' | 'park'
  on: {
    readonly [Type in ShopEvent['type']]?: (event: Recorded<Extract<ShopEvent, { type: Type }>>) => Changes<D>
  }
}>

export type AnyProjection = Projection<Document>
export const anyProjection = <D extends Document>(projection: Projection<D>) => projection as unknown as AnyProjection

/**
 * A change of the document with the id `id`, or of all documents that match `where`.
 * - If `become` returns undefined, the document is removed.
 * - `isBlind`: the result does not depend on the document's earlier state.
 * - `now` returns the current state of another document, including the earlier changes of the same event. The event must also change that
 *   other document by its `id`, so that the document is loaded.
 */
export type DocumentChange<D> =
  | Readonly<{
      id: string
      isBlind?: boolean
      become: (before: D | undefined, now: (id: string) => D | undefined) => D | undefined
    }>
  | Readonly<{ where: Readonly<{ field: string; is: Scalar }>; become: (before: D) => D | undefined }>

export const insert = <D>(id: string, document: D): DocumentChange<D> => ({ id, isBlind: true, become: () => document })

export const update = <D>(id: string, become: (before: D) => D | undefined): DocumentChange<D> => ({
  id,
  become: (before: D | undefined) => before && become(before),
})

export const upsert = <D>(id: string, become: (before: D | undefined) => D): DocumentChange<D> => ({ id, become })

export const remove = (id: string) => ({ id, isBlind: true, become: (_: unknown) => undefined })

export const updateWhere = <D>(
  field: keyof D & string,
  is: Scalar,
  become: (before: D) => D | undefined,
): DocumentChange<D> => ({ where: { field, is }, become })

/**
 * Changes the documents of an account whose personal fields can no longer be read. A rebuild reads these fields as null. So the documents
 * must change in the same way.
 */
export function whenErased<D extends Document>(field: keyof D & string, become: (before: D) => D | undefined) {
  const change = ({ data }: Readonly<{ data: Readonly<{ accountId: string }> }>) =>
    updateWhere<D>(field, data.accountId, become)
  return { AccountErased: change, AccountKeyDestroyed: change }
}

/** Handles all these events alike. */
export const onEach = <Type extends string, Handle>(events: readonly Readonly<{ type: Type }>[], handle: Handle) =>
  Object.fromEntries(events.map(({ type }) => [type, handle])) as Record<Type, Handle>

type Handler = (event: Recorded) => Changes<Document>
const NONE: readonly DocumentChange<Document>[] = []

/** Throws if the projection handles the event's type but cannot read the event. */
export function changesOf({ on }: AnyProjection, event: Recorded): readonly DocumentChange<Document>[] {
  const handle = (on as Record<string, Handler | undefined>)[event.type]
  if (!handle) return NONE
  if (event.unreadable) throw event.unreadable
  const changes = handle(event)
  return Array.isArray(changes) ? changes : [changes as DocumentChange<Document>]
}
