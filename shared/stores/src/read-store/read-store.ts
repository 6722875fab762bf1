import type { Position } from '@shop/language/events/event'
import type { Collection, Document } from '@shop/language/read-models/collection'
import type { Lease } from '../lease.ts'
import type { Checkpoint, Failures } from './checkpoint.ts'

type Scalar = string | number | boolean
export type Value = Scalar | null

/** The query of a list page. A question that it cannot express needs another read model, not a larger Query. */
export type Query<D extends Document> = Readonly<{
  /** The field equals one of these, or, where it is a list, contains one of these. */
  anyOf?: { readonly [Field in keyof D]?: readonly Value[] }
  /** The field is a list and contains all of these. */
  allOf?: { readonly [Field in keyof D]?: readonly Scalar[] }
  between?: { readonly [Field in keyof D]?: Readonly<{ from?: number | string; to?: number | string }> }
  /** Ties are broken by `_id` in the same direction. Without it: by `_id`. */
  sortBy?: Readonly<{ field: keyof D & string; descending?: boolean }>
  /** Cursor of an earlier page. Throws ShopError VALIDATION_FAILED when it is none. */
  after?: string
  limit?: number
}>

/** What a query asks of a document. */
export type Conditions<D extends Document> = Pick<Query<D>, 'anyOf' | 'allOf' | 'between'>

export type Page<D> = Readonly<{ documents: readonly D[]; next?: string }>

export type Write = Readonly<{ id: string; document: Document | undefined }>

export type ProjectionName = `${string}@${number}`

/**
 * A move over the log of projections that stand at one position. Each writes to the one collection of its name, so that one which
 * handles none of the events is a name in the step and nothing else.
 */
export type Step = Readonly<{
  projections: readonly ProjectionName[]
  from: Position
  to: Position
  /** By projection. An undefined document is removed. */
  writes: Readonly<Record<string, readonly Write[]>>
  /** The failures of each projection for which they have changed; empty for one that has none any more. */
  failures?: Readonly<Record<string, Failures>>
}>

/** Documents that are not visible yet. After an error, request the stage again: the write may have happened or not. */
export interface Stage {
  /** The position up to which the log was folded into it; START if it is new. */
  position(): Position
  /** The existing documents of these ids. */
  getMany(ids: readonly string[]): Promise<readonly Document[]>
  /** All documents with this value in a field, by an index. Throws for a field that is not declared. */
  where(field: string, is: Value): Promise<readonly Document[]>
  /** Documents and position together, all or none. Throws when another store has the projection's lease. */
  write(writes: readonly Write[], to: Position): Promise<void>
  /**
   * Replaces the collection's documents with these, and the checkpoint with this position, atomically for
   * readers. Throws when another store has the projection's lease.
   */
  goLive(): Promise<void>
  drop(): Promise<void>
}

/** Documents shaped for reading, all of them rebuildable from the log. Adapters: sqlite/sqlite-read-store.ts, shared/mongodb. Contract: contract/read-store-contract.ts. */
export interface ReadStore {
  get<D extends Document>(from: Collection<D>, id: string): Promise<D | undefined>
  /** The existing documents of these ids, by id. */
  getMany<D extends Document>(from: Collection<D>, ids: readonly string[]): Promise<ReadonlyMap<string, D>>
  find<D extends Document>(from: Collection<D>, query?: Query<D>): Promise<Page<D>>
  /** All documents with this value in a field, by an index. Throws for a field that is not declared. */
  where<D extends Document>(from: Collection<D>, field: string, is: Value): Promise<readonly D[]>
  /** How many documents a query finds, by an index and without reading them; `most` stands for more, too. */
  count<D extends Document>(from: Collection<D>, query: Conditions<D>, most: number): Promise<number>
  /** The checkpoint of a projection; undefined if it was never built here. */
  checkpoint(projection: string): Promise<Checkpoint | undefined>
  /** The checkpoints of all projections that were built here, by their names. */
  checkpoints(): Promise<ReadonlyMap<string, Checkpoint>>
  /**
   * Takes the lease of a projection; undefined while another store has it. Call it before the
   * checkpoint is read. While there is no lease any store may commit, which is for tests and tools.
   */
  lease(projection: string): Promise<Lease | undefined>
  /**
   * Writes documents and moves the projections, all or none: they share one stored position from then on. Throws when one of them is
   * not at `from`, or when another store has its lease.
   */
  commit(step: Step): Promise<void>
  /**
   * A stage to build documents beside a collection's and then replace them. The stage of a process that ended
   * is continued from its position, if it was made for the same name and fields.
   * For the holder of the lease, or while there is none; one at a time for each collection.
   */
  stage<D extends Document>(collection: Collection<D>): Promise<Stage>
  /** The position that a projection's stage has reached, whichever process fills it; undefined while there is none. */
  staged(projection: string): Promise<Position | undefined>
  /** Calls the listener with every step once it is readable, and for a stage that goes live with a step from START without writes. Returns a function that stops it. */
  onCommit(listener: (step: Step) => void): () => void
  close(): Promise<void>
}
