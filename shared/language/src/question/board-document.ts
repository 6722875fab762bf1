import type { Collection } from '../collection.ts'

/** The names of the saved questions, in the order of the board. */
export type BoardDocument = { _id: typeof BOARD_ID; names: readonly string[] }

export const BOARD_ID = 'board'

export const boards: Collection<BoardDocument> = { name: 'boards@1', changedBy: ['questions', 'board'], searchedBy: [] }
