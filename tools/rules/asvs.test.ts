import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * By a section of ASVS 5.0.0, its number of requirements of levels 1 and 2. In a section, requirements of level 3 come after these, or are
 * left out below.
 */
const SECTIONS: Readonly<Record<string, number>> = {
  ...{ '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2, '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1 },
  ...{ '3.2': 2, '3.3': 4, '3.4': 6, '3.5': 5, '3.7': 2, '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4 },
  ...{ '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3, '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5, '6.6': 3, '6.8': 4 },
  ...{
    '7.1': 3,
    '7.2': 4,
    '7.3': 2,
    '7.4': 5,
    '7.5': 2,
    '7.6': 2,
    '8.1': 2,
    '8.2': 3,
    '8.3': 1,
    '8.4': 1,
    '9.1': 3,
    '9.2': 4,
  },
  ...{ '10.1': 2, '10.2': 2, '10.3': 4, '10.4': 11, '10.5': 5, '10.6': 2, '10.7': 3 },
  ...{ '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1, '11.6': 1, '12.1': 3, '12.2': 2, '12.3': 4 },
  ...{ '13.1': 1, '13.2': 5, '13.3': 2, '13.4': 5, '14.1': 2, '14.2': 4, '14.3': 3, '15.1': 3, '15.2': 3, '15.3': 7 },
  ...{ '16.1': 1, '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3, '17.1': 1, '17.2': 4, '17.3': 2 },
}
const text = readFileSync('docs/security.md', 'utf8')
const ids = Object.entries(SECTIONS).flatMap(([section, count]) =>
  Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
)
/** The rows of the table. A row is about one requirement, or about a range of requirements: `10.1.1 – 10.7.3`. */
const rows = [...text.matchAll(/^\| (\d+[\d.]+)(?: – ([\d.]+))? \| (.+?) \| (.+?) \| ?(.*?) ?\|$/gm)].flatMap(
  ([, first = '', last = first, says = '', state = '', shown = '']) =>
    ids.slice(ids.indexOf(first), ids.indexOf(last) + 1).map((id) => ({ id, says, state, shown })),
)

test('every requirement of levels 1 and 2 has one row, in the order of the standard', () => {
  expect(ids).toHaveLength(253)
  expect(rows.map(({ id }) => id)).toEqual(ids)
})

test('a met requirement names its test or page, and a requirement that does not apply says why', () => {
  expect(rows.filter(({ state }) => !['met', 'partly', 'not met', 'n/a'].includes(state))).toEqual([])
  const isShown = (shown: string) => /\]\([^)]+\.(test\.ts|md)\)/.test(shown)
  expect(rows.filter(({ state, shown }) => state === 'met' && !isShown(shown)).map(({ id }) => id)).toEqual([])
  expect(rows.filter(({ state, shown }) => state === 'n/a' && shown === '').map(({ id }) => id)).toEqual([])
})

test('the counts above the table match its rows', () => {
  const count = (state: string) => rows.filter((row) => row.state === state).length
  expect(text).toContain(
    `${count('met')} are met, ${count('partly')} partly, ${count('not met')} not met, and ${count('n/a')} do not apply`,
  )
})
