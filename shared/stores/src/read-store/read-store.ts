import type { Position } from '@shop/language/events/event'
import type { Collection, Document } from '@shop/language/read-models/collection'
import type { Lease } from '../lease.ts'
import type { Checkpoint } from './checkpoint.ts'

type Scalar = string | number | boolean
export type Value = Scalar | null

/** All that a list page may ask. A question that does not fit wants another read model, not a bigger Query. */
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

export type Page<D> = Readonly<{ documents: readonly D[]; next?: string }>

export type Write = Readonly<{ id: string; document: Document | undefined }>

/** One projection's move forward. A projection writes to the one collection that bears its name. */
export type Step = Readonly<{
  projection: `${string}@${number}`
  from: Position
  to: Position
  /** An undefined document is removed. */
  writes: readonly Write[]
}> &
  /** The checkpoint's rest, as it is from now on: what is absent here is so there. */
  Omit<Checkpoint, 'position'>

/** Documents that nobody sees yet. After an error it is to be asked for anew: it may or may not have written. */
export interface Stage {
  /** How far the log has been read for what is in it; START when it is new. */
  position(): Position
  /** Those that exist. */
  getMany(ids: readonly string[]): Promise<readonly Document[]>
  /** All whose field has this value, by an index. Throws where the collection is not searched by the field. */
  where(field: string, is: Value): Promise<readonly Document[]>
  /** Documents and position together, all or none. Throws when another store has the projection's lease. */
  write(writes: readonly Write[], to: Position): Promise<void>
  /**
   * Puts what is here in the place of the collection's documents, with its position as their checkpoint: readers see
   * all of one or all of the other. Throws when another store has the projection's lease.
   */
  goLive(): Promise<void>
  drop(): Promise<void>
}

/** Documents shaped for reading, all of them rebuildable from the log. Adapters: sqlite.ts, mongodb.ts. Contract: contract.ts. */
export interface ReadStore {
  get<D extends Document>(from: Collection<D>, id: string): Promise<D | undefined>
  /** Those that exist, by id. */
  getMany<D extends Document>(from: Collection<D>, ids: readonly string[]): Promise<ReadonlyMap<string, D>>
  find<D extends Document>(from: Collection<D>, query?: Query<D>): Promise<Page<D>>
  /** Where a projection stands; undefined when it was never built here. */
  checkpoint(projection: string): Promise<Checkpoint | undefined>
  /**
   * Makes this store the one that moves a projection; undefined while another has that right. To be asked before the
   * checkpoint is read. Without anybody's lease anyone may commit, which is for tests and tools.
   */
  lease(projection: string): Promise<Lease | undefined>
  /**
   * Moves documents and checkpoints forward together, all steps or none. Throws when a step's `from` is not its
   * checkpoint, or when another store has the projection's lease.
   */
  commit(steps: readonly Step[]): Promise<void>
  /**
   * Documents to be built beside a collection's (or where none are) and then put in their place. Those that a process
   * left before it came so far are gone on with, from their position, when they were made for the same name and fields.
   * To be asked for by who has the lease, or where nobody has it; one at a time for each collection.
   */
  stage<D extends Document>(collection: Collection<D>): Promise<Stage>
  /** Tells of every commit, and of every stage that goes live as of a step from START without writes, once it is readable. Answers how to stop listening. */
  onCommit(listener: (steps: readonly Step[]) => void): () => void
  close(): Promise<void>
}
