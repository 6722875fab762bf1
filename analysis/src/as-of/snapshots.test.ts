import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { newFolder } from '../../test-support/copied-shop.ts'
import { isKept, openSnapshots, thinSnapshots } from './snapshots.ts'

const place = newFolder()
afterAll(() => place.remove())
const spacing = { every: 10, dense: 4 }
const keptOf = (newest: number) =>
  Array.from({ length: newest / 10 }, (_, n) => 10 * (n + 1)).filter((event) => isKept(event, newest, spacing))

test('all of the newest snapshots stay; the older the others are, the fewer stay', () => {
  expect(keptOf(40)).toEqual([10, 20, 30, 40])
  expect(keptOf(160)).toEqual([40, 80, 100, 120, 130, 140, 150, 160])
  // A log that is twice as long keeps two more snapshots. The gap before a snapshot is never longer than half of the snapshot's age.
  for (const [newest, most] of [
    [1_280, 16],
    [2_560, 18],
    [12_800, 22],
  ] as const) {
    const kept = keptOf(newest)
    expect(kept.length).toBeLessThanOrEqual(most)
    for (const [index, event] of kept.entries()) {
      const before = kept[index - 1] ?? 0
      expect(event - before, `${event} of ${newest}`).toBeLessThanOrEqual((newest - before) / 2 + 10)
    }
  }
})

test('a snapshot that a long log keeps is also kept at every shorter length, so it is never made twice', () => {
  for (const event of keptOf(12_800))
    for (let newest = event; newest <= 12_800; newest += 10) expect(isKept(event, newest, spacing)).toBe(true)
})

test('unneeded snapshots, files of other versions and files of killed processes are removed', async () => {
  const folder = join(place.folder, 'snapshots')
  const snapshots = openSnapshots(place.folder, 'dashboard@3', async () => 'digest')
  for (let event = 10; event <= 160; event += 10) await snapshots.keep({ event, documents: [{ _id: String(event) }] })
  mkdirSync(folder, { recursive: true })
  for (const name of ['dashboard@1-000000000160.json.zst', 'prices@1-000000000160.json', 'old.part', 'new.part'])
    writeFileSync(join(folder, name), '')
  utimesSync(join(folder, 'old.part'), 0, 0)
  await thinSnapshots(place.folder, 160, new Map([['dashboard@3', spacing]]))
  const kept = keptOf(160).map((event) => `dashboard@3-${String(event).padStart(12, '0')}.json.zst`)
  expect(readdirSync(folder).toSorted()).toEqual([...kept, 'new.part'])
  expect(await snapshots.before(99)).toEqual({ event: 80, documents: [{ _id: '80' }] })
})
