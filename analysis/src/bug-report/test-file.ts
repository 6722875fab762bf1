import type { CopiedEvent } from '../pseudonyms/copied-event.ts'
import { type Documents, documentsAfter } from './documents-after.ts'

/** A file of vitest that folds these events, the last of which is what is tried, and expects what the shop shows of them now. */
export function testFileOf(name: string, events: readonly CopiedEvent[]): string {
  const [given, [when]] = [events.slice(0, -1), events.slice(-1)]
  return `import { type Documents, documentsAfter } from '@shop/analysis/bug-report/documents-after'
import { expect, test } from ${JSON.stringify('vitest')}

/*
 * What happened to ${name}, exported from a shop: events ${events[0]!.event} to ${when!.event} of its log. People are pseudonyms, and what is personal is
 * missing. Save it as projections/src/bug-reports/${fileNameOf(name)}, change what is expected to what the shop should show, and mend the shop.
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
