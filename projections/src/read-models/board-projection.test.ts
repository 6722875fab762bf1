import { QuestionPutOnBoard, QuestionTakenOffBoard } from '@shop/language/question/board-events'
import { expect, test } from 'vitest'
import { documentsAfter } from '../spec.ts'
import { boardProjection } from './board-projection.ts'

const put = (name: string, place: number) => QuestionPutOnBoard({ name, place, byId: 'ada', putAt: '' })
const taken = (name: string) => QuestionTakenOffBoard({ name, byId: 'ada', takenAt: '' })

test('the board has its questions in the order in which analysts put and moved them', () => {
  expect(documentsAfter(boardProjection, put('a', 0), put('b', 1), put('c', 0))).toEqual({
    board: { _id: 'board', names: ['c', 'a', 'b'] },
  })
  expect(documentsAfter(boardProjection, put('a', 0), put('b', 1), put('c', 2), put('a', 2), taken('b'))).toMatchObject(
    {
      board: { names: ['c', 'a'] },
    },
  )
})
