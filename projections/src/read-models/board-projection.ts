import { BOARD_ID, type BoardDocument, boards } from '@shop/language/question/board-document'
import { type BoardEvent, boardAfter } from '@shop/language/question/board-events'
import { type Projection, upsert } from '../projection.ts'

const board = (event: BoardEvent) =>
  upsert<BoardDocument>(BOARD_ID, (before) => ({ _id: BOARD_ID, names: boardAfter(before?.names ?? [], event) }))

export const boardProjection: Projection<BoardDocument> = {
  into: boards,
  failure: 'park',
  on: { QuestionPutOnBoard: board, QuestionTakenOffBoard: board },
}
