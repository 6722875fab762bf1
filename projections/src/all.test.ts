import { readModelNames } from '@shop/language/read-model-names'
import { expect, test } from 'vitest'
import { projections } from './all.ts'

test('`readModelNames`, which each start of the shop records, lists all read models', () => {
  expect(readModelNames).toEqual(projections.map(({ into }) => into.name))
})
