import { MAX_ON_BOARD } from '@shop/language/limits'
import { QuestionPutOnBoard, QuestionTakenOffBoard } from '@shop/language/question/board-events'
import fc from 'fast-check'
import { test } from 'vitest'
import { specOf } from '../spec.ts'
import { aRetryChangesNothing } from '../test-support/retries.ts'
import { type BoardCommand, boardDecider } from './board-decider.ts'

const { given } = specOf(boardDecider)
const AT = '2026-01-01T00:00:00.000Z'
const put = (name: string, place: number) => QuestionPutOnBoard({ name, place, byId: 'ada', putAt: AT })
const taken = (name: string) => QuestionTakenOffBoard({ name, byId: 'ada', takenAt: AT })
const by = { byId: 'ada', at: AT }
const two = [put('a', 0), put('b', 1)]

test('a question comes last on the board, or at the wanted place', () => {
  given(...two)
    .when({ type: 'Put', name: 'c', ...by })
    .thenEvents(put('c', 2))
  given(...two)
    .when({ type: 'Put', name: 'c', place: 0, ...by })
    .thenEvents(put('c', 0))
  given(...two)
    .when({ type: 'Put', name: 'c', place: 99, ...by })
    .thenEvents(put('c', 2))
})

test('a question on the board is moved, and stays if it has the wanted place', () => {
  given(...two)
    .when({ type: 'Put', name: 'a', place: 9, ...by })
    .thenEvents(put('a', 1))
  given(...two, put('a', 1))
    .when({ type: 'Put', name: 'a', place: 1, ...by })
    .thenNothing()
  given(...two)
    .when({ type: 'Put', name: 'a', ...by })
    .thenNothing()
})

test('a full board takes no further question, but its questions can be moved', () => {
  const full = Array.from({ length: MAX_ON_BOARD }, (_, place) => put(`q${place}`, place))
  given(...full)
    .when({ type: 'Put', name: 'more', ...by })
    .thenRefused('CONFLICT')
  given(...full)
    .when({ type: 'Put', name: 'q0', place: 3, ...by })
    .thenEvents(put('q0', 3))
})

test('a question is taken off once', () => {
  given(...two)
    .when({ type: 'TakeOff', name: 'a', ...by })
    .thenEvents(taken('a'))
  given(...two, taken('a'))
    .when({ type: 'TakeOff', name: 'a', ...by })
    .thenRefused('NOT_FOUND')
})

test('a renamed question keeps its place, and a deleted question leaves the board', () => {
  given(...two)
    .when({ type: 'Follow', name: 'a', newName: 'z', ...by })
    .thenEvents(taken('a'), put('z', 0))
  given(...two)
    .when({ type: 'Follow', name: 'a', newName: 'b', ...by })
    .thenEvents(taken('a'))
  given(...two)
    .when({ type: 'Follow', name: 'a', ...by })
    .thenEvents(taken('a'))
  given(...two)
    .when({ type: 'Follow', name: 'c', newName: 'z', ...by })
    .thenNothing()
})

test('a command that is handled twice changes the board once', () => {
  const name = fc.constantFrom('a', 'b', 'c')
  const command: fc.Arbitrary<BoardCommand> = fc.oneof(
    fc.record({ name, place: fc.nat(4) }).map((put) => ({ type: 'Put' as const, ...put, ...by })),
    name.map((one) => ({ type: 'TakeOff' as const, name: one, ...by })),
    fc.record({ name, newName: name }).map((renamed) => ({ type: 'Follow' as const, ...renamed, ...by })),
  )
  aRetryChangesNothing(boardDecider, command)
})
