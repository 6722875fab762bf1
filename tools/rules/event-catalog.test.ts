import { describe, expect, test } from 'vitest'
import { eventCatalog, writersIn } from './event-catalog.ts'

/** Events that the shop no longer writes. Logs still have such events, so an upcaster or `evolve` still handles them. */
const NO_LONGER_WRITTEN = ['GuestCartClosed', 'QuestionSaved']

describe('the catalog of events', () => {
  const catalog = eventCatalog()

  test('agrees with the code: `npx vitest run event-catalog -u` updates it', async () => {
    const text = `[\n${catalog.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`
    await expect(text).toMatchFileSnapshot('../../query-service/src/event-catalog.json')
  })

  test.each(catalog.map((one) => [one.type, one] as const))('%s says what happened, in a sentence', (_, { says }) => {
    expect(says).toMatch(/^[A-Z`].{10,198}\.$/)
  })

  test('has a writer of each event', () => {
    const unwritten = catalog.filter(({ writtenBy }) => writtenBy.length === 0)
    expect(unwritten.map(({ type }) => type)).toEqual(NO_LONGER_WRITTEN)
  })
})

test('a file writes an event if it uses the event’s declaration; a file that uses only the name or type does not', () => {
  const from = "from '@shop/language/cart/events'\n"
  const written = writersIn([
    ['command-service/src/a.ts', `import { A, type B } ${from}const a = () => [A({})]\ntype C = B\n`],
    ['command-service/src/b.ts', `import {\n  A,\n  B,\n} ${from}const [a, b] = [is('A'), B]\n`],
  ])
  expect(written.map(([file, types]) => [file, [...types]])).toEqual([
    ['a', ['A']],
    ['b', ['B']],
  ])
})
