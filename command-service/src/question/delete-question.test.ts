import { BOARD_STREAM } from '@shop/language/question/board-events'
import { questionStream } from '@shop/language/question/events'
import { subscribersStream } from '@shop/language/question/mail-events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Room, startRoom } from '../test-support/start-room.ts'
import { boardDecider } from './board-decider.ts'
import { questionDecider } from './question-decider.ts'
import { subscribersDecider } from './subscribers-decider.ts'

let room: Room
beforeAll(async () => {
  room = await startRoom()
})
afterAll(() => room.stop())

const ask = (method: string, path: string, body: object = {}, key?: string) =>
  room.ask(method, path, { token: room.adminToken, body, ...(key && { key }) })

async function standingOf(name: string) {
  const { commands } = room.parts
  const [question, board, subscribers] = await Promise.all([
    commands.load(questionDecider, questionStream(name)),
    commands.load(boardDecider, BOARD_STREAM),
    commands.load(subscribersDecider, subscribersStream(name)),
  ])
  return [question.state.isListed, board.state.includes(name), Object.keys(subscribers.state).length]
}

test.each([
  [1, 'the same key', [true, false, 1]],
  [2, 'the same key', [true, false, 0]],
  [1, 'another key', [true, false, 1]],
  [2, 'another key', [true, false, 0]],
])('a deletion whose request died after command %i is finished by the next try with %s', async (died, key, left) => {
  const name = `question-${died}-${key.length}`
  expect((await ask('POST', '/questions', { name, sql: 'SELECT 1', parameters: {} })).status).toBe(201)
  expect((await ask('PUT', `/board/${name}`, { place: 0 })).status).toBe(200)
  expect((await ask('PUT', `/questions/${name}/mail`)).status).toBe(200)
  const remove = (key: string) => ask('DELETE', `/questions/${name}`, {}, key)

  const { commands } = room.parts
  const { handle } = commands
  let handled = 0
  commands.handle = (...command) => (handled++ < died ? handle(...command) : Promise.reject(new Error('died')))
  expect((await remove('first-key')).status).toBe(500)
  commands.handle = handle
  expect(await standingOf(name)).toEqual(left)

  expect((await remove(key === 'the same key' ? 'first-key' : 'second-key')).status).toBe(200)
  expect(await standingOf(name)).toEqual([false, false, 0])
})
