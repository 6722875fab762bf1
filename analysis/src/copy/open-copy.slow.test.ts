import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EventStore } from '@shop/stores/event-store/event-store'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { appendAll, contentOf, copying, KEY, newFolder, someEvents } from '../../test-support/copied-shop.ts'
import { openCopy } from './open-copy.ts'

let store: EventStore
let place: ReturnType<typeof newFolder>
let versions: Map<string, number>
const events = await someEvents(147, 1)

/** A log and a new copy of it. Tests start from the copy's files, or compare with the copy's content. */
let made: { store: EventStore; place: ReturnType<typeof newFolder>; content: Awaited<ReturnType<typeof contentOf>> }
beforeAll(async () => {
  const [log, own] = [openSqliteEventStore(':memory:'), newFolder()]
  await appendAll(log, events)
  made = { store: log, place: own, content: await copying(log, own.folder, contentOf) }
})
afterAll(async () => {
  await made.store.close()
  made.place.remove()
})
const beginWithMade = () => cpSync(made.place.folder, place.folder, { recursive: true })
const contentOfMade = () => copying(made.store, place.folder, contentOf)

beforeEach(async () => {
  place = newFolder()
  store = openSqliteEventStore(':memory:')
  versions = await appendAll(store, events)
})
afterEach(async () => {
  await store.close()
  place.remove()
})

const content = () => copying(store, place.folder, contentOf)
/** The content of a new copy of the log. */
async function fresh(log = store) {
  const other = newFolder()
  try {
    return await copying(log, other.folder, contentOf)
  } finally {
    other.remove()
  }
}
const tail = () => join(place.folder, readdirSync(place.folder).find((name) => name.startsWith('tail-'))!)
/** Leaves the file as a power failure can leave it: the last line has its full length, but its content is missing. */
const tearLine = () => {
  const lines = readFileSync(tail(), 'utf8')
  const from = lines.indexOf('\n') + 1
  writeFileSync(tail(), lines.slice(0, from) + '\0'.repeat(20) + lines.slice(from + 20))
}
const newestSegment = () => join(place.folder, 'segments', '000000000131-000000000140')
function damaged(file: string) {
  const bytes = readFileSync(file)
  writeFileSync(file, bytes.fill(bytes[10]! ^ 1, 10, 11))
}
const state = () => JSON.parse(readFileSync(join(place.folder, 'copy.json'), 'utf8'))

describe('a copy', () => {
  test('has a row for each event, and its segments follow from the number of events', () => {
    const { event, rows, ranges } = made.content
    expect(event).toBe(147)
    expect((rows.events as unknown[][]).map(([number]) => Number(number))).toEqual(events.map((_, index) => index + 1))
    const spans = ranges.map(({ first, last }) => [first, last])
    expect(spans).toEqual([
      [1, 100],
      [101, 110],
      [111, 120],
      [121, 130],
      [131, 140],
    ])
    const ofTypes = Object.entries(rows).filter(([name]) => name !== 'events')
    expect(ofTypes.reduce((sum, [, some]) => sum + (some as unknown[]).length, 0)).toBe(147)
  })

  test('merges segments, but not the largest segments', async () => {
    await appendAll(store, await someEvents(75, 2), versions)
    const { ranges } = await copying(store, place.folder, contentOf, { segment: 2 })
    expect(ranges.map(({ first, last }) => [first, last]).slice(0, 2)).toEqual([
      [1, 200],
      [201, 220],
    ])
    expect(ranges.at(-1)).toMatchObject({ first: 221, last: 222 })
  })

  test('keeps its folder and files private to their owner', async () => {
    await content()
    const all = readdirSync(place.folder, { recursive: true }) as string[]
    const modes = all.map((path) => statSync(join(place.folder, path)).mode & 0o077)
    expect(new Set(modes)).toEqual(new Set([0]))
  })

  test('continues where it ended', async () => {
    await content()
    const opened = readFileSync(join(place.folder, 'segments', '000000000001-000000000100', 'events.parquet'))
    await appendAll(store, await someEvents(40, 3), versions)
    expect(await content()).toEqual(await fresh())
    expect(readFileSync(join(place.folder, 'segments', '000000000001-000000000100', 'events.parquet'))).toEqual(opened)
  })

  test('continues from any number of events', async () => {
    const other = openSqliteEventStore(':memory:')
    const own = new Map<string, number>()
    for (const event of (await someEvents(23, 4)).slice(0, 23)) {
      await appendAll(other, [event], own)
      await copying(other, place.folder, async (copy) => copy.settled())
    }
    expect(await copying(other, place.folder, contentOf)).toEqual(await fresh(other))
    await other.close()
  })

  test('shows what is appended while it runs', async () => {
    await copying(store, place.folder, async (copy) => {
      await appendAll(store, await someEvents(30, 5), versions)
      await expect.poll(async () => (await copy.status()).event).toBe(177)
      using view = copy.view()
      expect(view.event).toBe(177)
    })
  })

  test('continues to make segments if it was closed before it had made all of them', async () => {
    await copying(store, place.folder, async () => {}, { segment: 2 })
    const made = await copying(store, place.folder, contentOf, { segment: 2 })
    const other = newFolder()
    expect(made).toEqual(await copying(store, other.folder, contentOf, { segment: 2 }))
    other.remove()
  })

  test('stops when a segment cannot be made', async () => {
    const copy = await openCopy({ folder: place.folder, store, key: KEY, segment: 100 })
    mkdirSync(join(place.folder, 'segments', '000000000001-000000000100', 'taken'), { recursive: true })
    await expect(copy.run(new AbortController().signal)).rejects.toThrow(/ENOTEMPTY/)
    await copy.close()
  })

  test('can be opened by only one process', async () => {
    await copying(store, place.folder, async () => {
      await expect(openCopy({ folder: place.folder, store, key: KEY })).rejects.toThrow(/in use by another/)
    })
    await content()
  })
})

describe('a copy after a kill', () => {
  test.each<[string, () => void]>([
    ['in the middle of a line', () => appendFileSync(tail(), '{"event":148,"recordedAt":"20')],
    ['with lines that were not committed', () => appendFileSync(tail(), '{"event":148,"type":"StockHeld"}\n')],
    ['with digests that were not committed', () => appendFileSync(join(place.folder, 'digests.bin'), Buffer.alloc(99))],
    [
      'in the middle of a segment',
      () => writeFileSync(join(place.folder, 'segments', '000000000141-000000000150.part'), ''),
    ],
    ['with a tail that is a segment already', () => writeFileSync(join(place.folder, 'tail-000000000131.ndjson'), 'x')],
  ])('continues if it was left %s', async (_, leave) => {
    beginWithMade()
    leave()
    expect(await contentOfMade()).toEqual(made.content)
    expect(readdirSync(place.folder).filter((name) => name.startsWith('tail-'))).toHaveLength(1)
  })

  test('recovers when it was killed after a merge, before the merged segments were removed', async () => {
    await copying(store, place.folder, async (copy) => {
      // The open view keeps the merged segments on the disk. A kill would also leave them there.
      using view = copy.view()
      await appendAll(store, await someEvents(60, 6), versions)
      await expect.poll(() => readdirSync(join(place.folder, 'segments'))).toContain('000000000101-000000000200')
      expect(readdirSync(join(place.folder, 'segments'))).toContain('000000000101-000000000110')
      expect(view.event).toBe(147)
    })
    await expect.poll(() => readdirSync(join(place.folder, 'segments'))).toHaveLength(2)
  })
})

describe('a copy is rebuilt', () => {
  test.each<[string, () => void]>([
    ['without its commit', () => rmSync(join(place.folder, 'copy.json'))],
    ['with a broken commit', () => writeFileSync(join(place.folder, 'copy.json'), '{')],
    ['with a torn line', () => tearLine()],
    ['with an empty line', () => writeFileSync(tail(), `\n${readFileSync(tail(), 'utf8')}`)],
    ['with a segment whose counts are empty', () => writeFileSync(join(newestSegment(), 'counts.json'), '')],
    ['with a damaged file of a segment', () => damaged(join(newestSegment(), 'events.parquet'))],
    ['without a file of a segment', () => rmSync(join(newestSegment(), 'events.parquet'))],
    ['without its digests', () => rmSync(join(place.folder, 'digests.bin'))],
    ['with too few lines', () => writeFileSync(tail(), '')],
    ['with too few digests', () => writeFileSync(join(place.folder, 'digests.bin'), Buffer.alloc(64))],
    [
      'without one of its segments',
      () => rmSync(join(place.folder, 'segments', '000000000111-000000000120'), { recursive: true }),
    ],
    [
      'with another digest of its newest event',
      () => {
        const file = join(place.folder, 'digests.bin')
        writeFileSync(file, Buffer.concat([readFileSync(file).subarray(0, -32), Buffer.alloc(32, 1)]))
      },
    ],
    [
      'made for other tables',
      () => writeFileSync(join(place.folder, 'copy.json'), JSON.stringify({ ...state(), tables: 'others' })),
    ],
    [
      'of another format',
      () => writeFileSync(join(place.folder, 'copy.json'), JSON.stringify({ ...state(), format: 99 })),
    ],
  ])('%s', async (_, damage) => {
    beginWithMade()
    damage()
    expect(await contentOfMade()).toEqual(made.content)
  })

  test('when another log takes the place of its own', async () => {
    beginWithMade()
    const other = openSqliteEventStore(':memory:')
    await appendAll(other, await someEvents(50, 7))
    expect(await copying(other, place.folder, contentOf)).toEqual(await fresh(other))
    await other.close()
  })

  test('when its log was restored to an earlier state and then got new events', async () => {
    const earlier = openSqliteEventStore(':memory:')
    const own = await appendAll(earlier, events.slice(0, 120))
    beginWithMade()
    const restored = { ...earlier, id: () => made.store.id() }
    expect(await copying(restored, place.folder, contentOf)).toEqual(await fresh(earlier))
    await contentOfMade()
    await appendAll(earlier, await someEvents(100, 8), own)
    expect(await copying(restored, place.folder, contentOf)).toEqual(await fresh(earlier))
    await earlier.close()
  })

  test('with another key of the pseudonyms', async () => {
    beginWithMade()
    const after = await copying(made.store, place.folder, contentOf, { key: Buffer.alloc(32, 8) })
    expect(after.digests).toEqual(made.content.digests)
    expect(after.rows).not.toEqual(made.content.rows)
  })
})
