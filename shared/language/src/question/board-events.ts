import * as z from 'zod'
import { defineEvent, type EventOf } from '../events/event.ts'

/** `place`: the question's new index among all questions on the board, from 0. */
export const QuestionPutOnBoard = defineEvent('QuestionPutOnBoard', {
  says: 'An analyst put a saved question on the board, or moved it to another place.',
  schema: z.object({ name: z.string(), place: z.int().nonnegative(), byId: z.string(), putAt: z.string() }),
})

/** An analyst took the question off the board, renamed it or deleted it. */
export const QuestionTakenOffBoard = defineEvent('QuestionTakenOffBoard', {
  says: 'A saved question left the board.',
  schema: z.object({ name: z.string(), byId: z.string(), takenAt: z.string() }),
})

export const boardEvents = [QuestionPutOnBoard, QuestionTakenOffBoard] as const
export type BoardEvent = EventOf<(typeof boardEvents)[number]>

/** The shop has one board, which all analysts share. */
export const BOARD_STREAM = 'board'

export function boardAfter(names: readonly string[], { type, data }: BoardEvent): readonly string[] {
  const others = names.filter((name) => name !== data.name)
  return type === 'QuestionPutOnBoard' ? others.toSpliced(data.place, 0, data.name) : others
}
