import { expect, test } from 'vitest'
import { newActKey } from './act-key.ts'
import { ApiError } from './api.ts'

test('a retry after a lost answer carries the same key', async () => {
  const sent = await keysOf([lost, new ApiError(503, {}), new ApiError(429, {}), 'done'])
  expect(new Set(sent).size).toBe(1)
})

test('after an answer, even a refusal, the next act has a new key', async () => {
  const sent = await keysOf(['done', new ApiError(409, { code: 'CONFLICT' }), 'done'])
  expect(new Set(sent).size).toBe(3)
})

const lost = new ApiError(0, {})

/** The keys that one form sends while the shop gives these answers. */
async function keysOf(answers: readonly unknown[]): Promise<readonly string[]> {
  const act = newActKey()
  const keys: string[] = []
  for (const answer of answers)
    await act
      .send(async (key) => {
        keys.push(key)
        if (answer instanceof Error) throw answer
      })
      .catch((error) => expect(error).toBe(answer))
  return keys
}
