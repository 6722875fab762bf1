import { MAX_LISTED } from '@shop/language/api/limits'
import type { Thing, ThingKind } from '@shop/language/api/things'
import type { Asking } from './asking.ts'
import { LISTED, type Live } from './live-answers.ts'

/** What is answered otherwise as of an event than was shown after it. `moments`: when each event was recorded, in ms since 1970. */
export async function differencesAt(
  { event, moment, answers }: Live,
  asking: Asking,
  moments: readonly number[],
): Promise<readonly string[]> {
  const found: string[] = []
  for (const [asked, shown] of answers) {
    const [what = '', kind = '', id = ''] = asked.split(' ')
    const answered = await answerTo(asking, { what, kind: kind as ThingKind, id }, event)
    if (answered !== shown) found.push(`${asked} as of event ${event}`)
  }
  const last = lastUntil(moments, event, Date.parse(moment))
  const { asOf, ...books } = await asking.books({ asOf: moment })
  const isSame = last > event || JSON.stringify(books) === answers.get('books')
  if (asOf.event !== last || !isSame) found.push(`books as of ${moment}`)
  return found
}

/** By the definition: the events up to `event` were recorded at or before the moment, and so were those that follow until one that was not. */
function lastUntil(moments: readonly number[], event: number, moment: number): number {
  const later = moments.findIndex((recorded, index) => index >= event && recorded > moment)
  return later === -1 ? moments.length : later
}

type Asked = Readonly<{ what: string; kind: ThingKind; id: string }>

async function answerTo({ books, find, list }: Asking, { what, kind, id }: Asked, asOf: number): Promise<string> {
  if (what === 'find') return JSON.stringify((await find(kind, id, asOf)).thing)
  if (what === 'books') {
    const { asOf: _, ...sums } = await books({ asOf })
    return JSON.stringify(sums)
  }
  const limit = kind === 'order' || kind === 'cart' ? LISTED : MAX_LISTED
  const things: Thing[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await list(kind, cursor === undefined ? { asOf, limit } : { cursor, limit })
    things.push(...page.things)
    cursor = page.next
    if (cursor === undefined || things.length >= limit) return JSON.stringify(things.slice(0, limit))
  }
}
