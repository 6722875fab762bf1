import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { HandledCommand, Snapshot, SnapshotStore } from '../snapshot-store.ts'

export type SnapshotStorage = Readonly<{
  open: () => SnapshotStore | Promise<SnapshotStore>
  remove: () => Promise<void>
}>

const FOLD = 'stock@1'
const day = (number: number) => new Date(Date.UTC(2026, 0, number)).toISOString()

export const snapshotOf = (stream: string, version: number): Snapshot => ({
  stream,
  fold: FOLD,
  version,
  eventId: `e${version}`,
  position: String(version),
  begunAt: day(1),
  recordedAt: day(2),
  endedAt: day(3),
  state: { onHand: version, reserved: [['c1', 2]] },
})

export function snapshotStoreContract(name: string, newStorage: () => Promise<SnapshotStorage>) {
  describe(`${name} as a snapshot store`, () => {
    let storage: SnapshotStorage
    let store: SnapshotStore
    let stream: string
    beforeAll(async () => {
      storage = await newStorage()
      store = await storage.open()
    })
    beforeEach(() => {
      stream = `stock-${crypto.randomUUID()}`
    })
    afterAll(async () => {
      await store.close()
      await storage.remove()
    })

    const snapshot = (version: number, other: Partial<Snapshot> = {}) => ({ ...snapshotOf(stream, version), ...other })
    const handled = (id: string, version: number): HandledCommand => ({ id, version, digest: undefined })
    const keep = (kept: Snapshot, from: number, since: string, commands: readonly HandledCommand[] = []) =>
      store.keep(kept, { from, since, handled: commands })

    test('returns what it stores, also after reopening', async () => {
      await keep(snapshot(9), 0, '')
      await store.close()
      store = await storage.open()
      expect(await store.find(stream, FOLD)).toEqual(snapshot(9))
      expect(await store.find(`${stream}x`, FOLD)).toBeUndefined()
    })

    test('finds the newest snapshot, and the newest snapshot up to a version', async () => {
      for (const version of [9, 19, 29]) await keep(snapshot(version), version - 9, '')
      expect((await store.find(stream, FOLD))?.version).toBe(29)
      expect((await store.find(stream, FOLD, 28))?.version).toBe(19)
      expect((await store.find(stream, FOLD, 9))?.version).toBe(9)
      expect(await store.find(stream, FOLD, 8)).toBeUndefined()
    })

    test('does not find a snapshot of another fold', async () => {
      await keep(snapshot(9, { fold: 'stock@2' }), 0, '')
      expect(await store.find(stream, FOLD)).toBeUndefined()
    })

    test('a repeated snapshot replaces the first', async () => {
      await keep(snapshot(9), 0, '', [handled('a', 3)])
      await keep(snapshot(9, { eventId: 'another' }), 0, '', [handled('a', 3)])
      expect((await store.find(stream, FOLD))?.eventId).toBe('another')
    })

    test("finds a command with the version of its last event and its digest, and returns the stream's coverage", async () => {
      await keep(snapshot(9), 0, '', [handled('a', 3), { id: 'b', version: 9, digest: 'body' }])
      await keep(snapshot(19), 10, day(3), [handled('b', 10), handled('c', 12)])
      const coverage = { since: '', to: 19 }
      expect(await store.lookUp(stream, 'a')).toEqual({ command: handled('a', 3), coverage })
      expect((await store.lookUp(stream, 'b')).command?.version).toBe(10)
      expect((await store.lookUp(stream, 'c')).command).toEqual(handled('c', 12))
      expect(await store.lookUp(stream, 'd')).toEqual({ command: undefined, coverage })
      expect(await store.lookUp(`${stream}x`, 'a')).toEqual({ command: undefined, coverage: undefined })
    })

    test('returns the digest of a command', async () => {
      await keep(snapshot(9), 0, '', [{ id: 'b', version: 9, digest: 'body' }])
      expect((await store.lookUp(stream, 'b')).command).toEqual({ id: 'b', version: 9, digest: 'body' })
    })

    test('an interval after a gap starts a new coverage, and an earlier interval changes nothing', async () => {
      await keep(snapshot(29), 20, day(2))
      expect((await store.lookUp(stream, 'a')).coverage).toEqual({ since: day(2), to: 29 })
      await keep(snapshot(49), 40, day(4))
      expect((await store.lookUp(stream, 'a')).coverage).toEqual({ since: day(4), to: 49 })
      await keep(snapshot(39), 30, day(3))
      expect((await store.lookUp(stream, 'a')).coverage).toEqual({ since: day(4), to: 49 })
    })

    test('knows nothing of a forgotten stream', async () => {
      await keep(snapshot(9), 0, '', [handled('a', 3)])
      await store.forget(stream)
      expect(await store.find(stream, FOLD)).toBeUndefined()
      expect(await store.lookUp(stream, 'a')).toEqual({ command: undefined, coverage: undefined })
    })

    test('old entries are removed in small pieces, except the newest snapshot of each stream', async () => {
      while ((await store.prune(day(30), 100)) > 0);
      for (const version of [9, 19, 29])
        await keep(snapshot(version, { endedAt: day(version === 29 ? 6 : 5) }), version - 9, '', [
          handled(`a${version}`, version),
          handled(`b${version}`, version),
        ])
      expect(await store.prune(day(5), 3)).toBe(0)
      expect(await store.prune(day(6), 3)).toBe(5)
      expect(await store.prune(day(6), 3)).toBe(1)
      expect(await store.prune(day(6), 3)).toBe(0)
      expect((await store.lookUp(stream, 'a9')).command).toBeUndefined()
      expect((await store.lookUp(stream, 'a29')).command).toBeDefined()
      expect(await store.find(stream, FOLD, 28)).toBeUndefined()
      expect(await store.prune(day(30), 10)).toBe(2)
      expect((await store.find(stream, FOLD))?.version).toBe(29)
    })

    test('two stores that keep the same snapshot concurrently do not block each other', async () => {
      const other = await storage.open()
      const commands = Array.from({ length: 50 }, (_, n) => handled(`c${n}`, n))
      await Promise.all(
        [store, other, store, other].map((one) => one.keep(snapshot(49), { from: 0, since: '', handled: commands })),
      )
      await other.close()
      expect((await store.lookUp(stream, 'c49')).command?.version).toBe(49)
    })
  })
}
