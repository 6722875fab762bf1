import type { CopiedEvent } from '../pseudonyms/copied-event.ts'
import { type Documents, documentsAfter } from './documents-after.ts'

/** A vitest file. Its test expects the documents that the shop's projections now make from `events`. */
export function testFileOf(name: string, events: readonly CopiedEvent[]): string {
  const [given, [when]] = [events.slice(0, -1), events.slice(-1)]
  return `import { type Documents, documentsAfter } from '@shop/analysis/bug-report/documents-after'
import { expect, test } from ${JSON.stringify('vitest')}

/*
 * The events of ${name}, exported from a shop. The first is event ${events[0]!.event} of its log, the last is event ${when!.event}. Ids of people are pseudonyms, and
 * personal fields are missing. Save this as projections/src/bug-reports/${fileNameOf(name)}, change the expected
 * documents to what the shop should show, and fix the shop.
 */
type Event = Parameters<typeof documentsAfter>[0][number]

const given: readonly Event[] = [
${given.map((event) => `  ${lineOf(event)},\n`).join('')}]

const when: Event = ${lineOf(when!)}

const then: Documents = ${JSON.stringify(documentsAfter(events) satisfies Documents, null, 2)}

test(${JSON.stringify(`${name}, after ${when!.type}`)}, () => {
  expect(documentsAfter([...given, when])).toEqual(then)
})
`
}

export const fileNameOf = (name: string) => `${name.replaceAll(/[^a-zA-Z0-9_-]+/g, '-')}.test.ts`

const lineOf = (event: CopiedEvent) => JSON.stringify(event)
