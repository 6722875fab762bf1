import type { Thing, ThingAtTwoMoments, ThingMomentsQuery } from '@shop/language/analysis/things'
import type { CopyView } from '../copy/copy-view.ts'
import { factsOfThing } from './facts.ts'
import type { Things } from './kind-of-things.ts'
import { seenAsOf } from './seen.ts'

const MOST_BETWEEN = 200

/** Returns the earlier moment as `from`, even if the query has the moments in the other order. */
export async function atTwoMoments(
  things: Things,
  view: CopyView,
  id: string,
  { from, to }: ThingMomentsQuery,
): Promise<ThingAtTwoMoments> {
  const moments = [await seenAsOf(view, from), await seenAsOf(view, to)] as const
  const [earlier, later] = moments[0].event > moments[1].event ? ([moments[1], moments[0]] as const) : moments
  const before = await things.find(view, earlier.event, id)
  const after = await things.find(view, later.event, id)
  return {
    from: { asOf: earlier, thing: before ?? null },
    to: { asOf: later, thing: after ?? null },
    fields: fieldsOf(before, after),
    ...(await things.history(view, { id, after: earlier.event, upTo: later.event, most: MOST_BETWEEN })),
  }
}

function fieldsOf(earlier: Thing | undefined, later: Thing | undefined) {
  const [before, after] = [factsIn(earlier), factsIn(later)]
  return [...new Set([...after.keys(), ...before.keys()])].map((field) => ({
    field,
    before: before.get(field) ?? null,
    after: after.get(field) ?? null,
  }))
}

const factsIn = (thing: Thing | undefined) => factsOfThing(thing ?? {})
