import { readModels } from '@shop/language/read-models'
import { expect, test } from 'vitest'
import { projections } from './all.ts'

test('`readModels`, which each start of the shop records, lists all read models', () => {
  expect(readModels.map(({ name }) => name)).toEqual(projections.map(({ into }) => into.name))
})
