import type { Collection, Document } from '@shop/language/collection'
import type { Position } from '@shop/language/events/event'
import type { Lease } from '../lease.ts'
import type { Checkpoint, Failures } from './checkpoint.ts'

export type Scalar = string | number | boolean
export type Value = Scalar | null

/** If a list page needs more than a Query can express, add a read model; do not extend Query. */
export type Query<D extends Document> = Readonly<{
  /** The field has one of these values. A list field contains one of these values. */
  anyOf?: { readonly [Field in keyof D]?: readonly Value[] }
  /** Each of these texts is the start of a text in the list field. */
  startWith?: { readonly [Field in keyof D]?: readonly string[] }
  between?: { readonly [Field in keyof D]?: Readonly<{ from?: number | string; to?: number | string }> }
  /** Documents with equal values are sorted by `_id` in the same direction. Without `sortBy`, documents are sorted by `_id`. */
  sortBy?: Readonly<{ field: keyof D & string; descending?: boolean }>
  /** Cursor of an earlier page. Throws ShopError VALIDATION_FAILED if the cursor is invalid. */
  after?: string
  limit?: number
}>

export type Conditions<D extends Document> = Pick<Query<D>, 'anyOf' | 'startWith' | 'between'>

export type Page<D> = Readonly<{ documents: readonly D[]; next?: string }>

/** `isNew`: as far as the writer knows, the store has no document with this id. */
export type Write = Readonly<{ id: string; document: Document | undefined; isNew?: boolean }>

export type ProjectionName = `${string}@${number}`

/**
 * The documents with these ids, and all documents that have one of these values in a field. A read throws for a field that is not
 * declared.
 */
export type Wanted = Readonly<{ ids?: readonly string[]; anyOf?: Readonly<Record<string, readonly Scalar[]>> }>

/** A step along the log, for projections at one position. Each projection writes only to the collection that has its name. */
export type Step = Readonly<{
  projections: readonly ProjectionName[]
  from: Position
  to: Position
  /** By projection. A write without a document removes the document. */
  writes: Readonly<Record<string, readonly Write[]>>
  /** By projection. An empty entry removes the stored failures. */
  failures?: Readonly<Record<string, Failures>>
}>

/** Documents that are not visible yet. After an error, request the stage again: the write may or may not have happened. */
export interface Stage {
  /** START for a new stage. */
  position(): Position
  read(wanted: Wanted): Promise<readonly Document[]>
  /** At most `limit` documents whose ids come after `id`, sorted by their ids. */
  documentsAfter(id: string, limit: number): Promise<readonly Document[]>
  /** Writes all or nothing. Throws when another store has the projection's lease. */
  write(writes: readonly Write[], to: Position): Promise<void>
  /**
   * Replaces the collection's documents and position by the documents and position of the stage, atomically for readers. Throws when
   * another store has the projection's lease.
   */
  goLive(): Promise<void>
  drop(): Promise<void>
}

/** The log can rebuild all documents. Adapters: sqlite/sqlite-read-store.ts, shared/mongodb. Contract: contract/read-store-contract.ts. */
export interface ReadStore {
  get<D extends Document>(from: Collection<D>, id: string): Promise<D | undefined>
  /** Missing documents are left out. */
  getMany<D extends Document>(from: Collection<D>, ids: readonly string[]): Promise<ReadonlyMap<string, D>>
  find<D extends Document>(from: Collection<D>, query?: Query<D>): Promise<Page<D>>
  /** If the store is on a server, this is one call to the server. */
  readAll(
    wanted: readonly (Wanted & Readonly<{ from: Collection<Document> }>)[],
  ): Promise<readonly (readonly Document[])[]>
  /**
   * At most `limit` documents whose ids come after `id`, sorted by their ids. Also reads a collection of an earlier release, whose search
   * fields are unknown.
   */
  documentsAfter(collection: ProjectionName, id: string, limit: number): Promise<readonly Document[]>
  /** Stops counting at `most`. */
  count<D extends Document>(from: Collection<D>, query: Conditions<D>, most: number): Promise<number>
  /** Undefined if the projection was never built here. */
  checkpoint(projection: string): Promise<Checkpoint | undefined>
  /** By projection, without the projections that were never built here. */
  checkpoints(): Promise<ReadonlyMap<string, Checkpoint>>
  /**
   * Takes the lease of a projection; undefined while another store has it. Call it before reading the checkpoint. While no store has the
   * lease, any store may commit.
   */
  lease(projection: string): Promise<Lease | undefined>
  /**
   * Writes documents and moves the projections, all or none. Throws when a projection is not at `from`, or when another store has a
   * projection's lease.
   */
  commit(step: Step): Promise<void>
  /**
   * A stage for documents that will replace a collection's documents. If an interrupted process has left a stage for the same name and
   * fields, continues that stage. If a store has the projection's lease, only that store may request a stage. A collection has one stage at
   * a time.
   */
  stage<D extends Document>(collection: Collection<D>): Promise<Stage>
  /** The position of a projection's stage, even if another process fills it; undefined without a stage. */
  staged(projection: string): Promise<Position | undefined>
  /**
   * Removes everything of the collections that `isFormer` names, with their stages and checkpoints, in many short writes. Leaves out a
   * collection whose lease another store has. Returns whether none is left. After an abort of `signal`, throws.
   */
  dropFormer(isFormer: (collection: string) => boolean, signal: AbortSignal): Promise<boolean>
  /** A stage that goes live is reported as a step from START without writes. */
  onCommit(listener: (step: Step) => void): () => void
  close(): Promise<void>
}
