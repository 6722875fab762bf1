import type { Collection } from '../collection.ts'

/**
 * A rebuilt read model that was not swapped in, because it differs from the live read model. `_id` is the read model's name. No projection
 * writes these documents.
 */
export type RefusedReadModel = Readonly<{ _id: string; at: string }>

export const refusedReadModels: Collection<RefusedReadModel> = { name: 'refused-read-models@1', searchedBy: [] }
