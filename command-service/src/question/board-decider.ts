import { ShopError } from '@shop/language/errors'
import { MAX_ON_BOARD } from '@shop/language/limits'
import {
  type BoardEvent,
  boardAfter,
  QuestionPutOnBoard,
  QuestionTakenOffBoard,
} from '@shop/language/question/board-events'
import type { Decider } from '../handler/decider.ts'

/** The names of the questions on the board, in their order. */
export type Board = readonly string[]

export type BoardCommand = Readonly<{ name: string; byId: string; at: string }> &
  (
    | Readonly<{ type: 'Put'; place?: number | undefined }>
    | Readonly<{ type: 'TakeOff' }>
    /**
     * Gives the place of a renamed question to `newName`. If `newName` is already on the board, or is absent because the question was
     * deleted, only takes the question off.
     */
    | Readonly<{ type: 'Follow'; newName?: string }>
  )

export const boardDecider: Decider<Board, BoardCommand, BoardEvent> = {
  initialState: [],

  evolve: boardAfter,

  snapshot: { name: 'board@1', write: (board) => board, read: (board: Board) => board },

  decide(command, board) {
    const { name, byId, at } = command
    const place = board.indexOf(name)
    const put = (which: string, where: number) => QuestionPutOnBoard({ name: which, place: where, byId, putAt: at })
    const takeOff = () => QuestionTakenOffBoard({ name, byId, takenAt: at })
    switch (command.type) {
      case 'Put': {
        if (place < 0 && board.length >= MAX_ON_BOARD)
          throw new ShopError('CONFLICT', `The board has ${MAX_ON_BOARD} questions. Take one off first`)
        const last = place < 0 ? board.length : board.length - 1
        const wanted = Math.min(command.place ?? (place < 0 ? last : place), last)
        return wanted === place ? [] : [put(name, wanted)]
      }
      case 'TakeOff':
        if (place < 0) throw new ShopError('NOT_FOUND', 'The question is not on the board')
        return [takeOff()]
      case 'Follow': {
        const { newName } = command
        if (place < 0) return []
        return newName === undefined || board.includes(newName) ? [takeOff()] : [takeOff(), put(newName, place)]
      }
    }
  },
}
