import { readModelNames } from '@shop/language/read-model-names'
import { expect, test } from 'vitest'
import { projections } from './all.ts'

test('the list of names that each start of the shop records has the names of all read models', () => {
  expect(readModelNames).toEqual(projections.map(({ into }) => into.name))
})
