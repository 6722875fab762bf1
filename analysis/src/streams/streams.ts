import type { CopiedStream, StreamQuery } from '@shop/language/analysis/streams'
import { ShopError } from '@shop/language/errors'
import { eventsOfStream, existingStreams, placeOfStream } from '../as-of/read-stream.ts'
import type { Copy } from '../copy/open-copy.ts'
import { namedBy } from './neighbours.ts'
import { changesOfFields, changesShown, isShown } from './stream-changes.ts'

const USUAL = 25
/** If more events than this come before a page, the page folds no events, and compares the fields of its events. */
export const MOST_EARLIER = 2_000
/** Only a page of a stock stream has more names, because each event can name another checkout. */
const MOST_NAMES = 60

export function createStreams(copy: Pick<Copy, 'view' | 'reading'>, mostEarlier = MOST_EARLIER) {
  return {
    /** Throws NOT_FOUND for an unknown stream. */
    async find(stream: string, { from = 0, limit = USUAL }: StreamQuery): Promise<CopiedStream> {
      using view = copy.view()
      const byShown = isShown(stream) && from <= mostEarlier
      const versions = [Math.max(0, from - mostEarlier), from + limit - 1] as const
      const place = await copy.reading((connection) => placeOfStream(connection, view, stream, versions))
      if (!place) throw new ShopError('NOT_FOUND', 'There is no such stream in the copy of the log')
      const read = await copy.reading((connection) => eventsOfStream(connection, view, stream, place))
      const page = read.filter(({ version }) => version >= from)
      const earlier = read.filter(({ version }) => version < from)
      const changes = byShown ? changesShown(stream, { earlier, page }) : changesOfFields({ earlier, page })
      const names = namedBy(stream, page).slice(0, MOST_NAMES)
      return {
        stream,
        kind: place.kind,
        events: place.events,
        by: byShown ? 'projection' : 'data',
        page: page.map((event, index) => ({ ...event, changes: changes[index] ?? [] })),
        neighbours: await copy.reading((connection) => existingStreams(connection, view, names)),
      }
    },
  }
}
