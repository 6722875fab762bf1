import { readModelNames } from '@shop/language/read-model-names'
import { expect, test } from 'vitest'
import { projections } from './all.ts'

test('each start of the shop is recorded with the names of all read models', () => {
  expect(readModelNames).toEqual(projections.map(({ into }) => into.name))
})
