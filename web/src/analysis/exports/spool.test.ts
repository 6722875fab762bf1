import { afterEach, expect, test, vi } from 'vitest'
import { inBlobs, removeSaved } from './spool.ts'

afterEach(() => void vi.unstubAllGlobals())

test('an archive written in pieces is complete at the end', async () => {
  const spool = inBlobs()
  const piece = new Uint8Array(3 * 2 ** 20)
  for (let n = 1; n <= 4; n++) await spool.write(piece.fill(n).slice())
  await spool.write(Uint8Array.of(5))
  const bytes = new Uint8Array(await (await spool.whole()).arrayBuffer())
  expect(bytes.length).toBe(4 * piece.length + 1)
  expect([0, 1, 2, 3, 4].map((n) => bytes[n * piece.length])).toEqual([1, 2, 3, 4, 5])
})

test('only archives that were saved more than an hour ago are removed', async () => {
  const ages: Record<string, number> = {
    'selvedge-export-old': 3_700_000,
    'selvedge-export-new': 60_000,
    other: 3_700_000,
  }
  const getDirectory = async () => ({
    async *entries() {
      for (const [name, age] of Object.entries(ages))
        yield [name, { kind: 'file', getFile: async () => ({ lastModified: Date.now() - age }) }]
    },
    removeEntry: async (name: string) => void delete ages[name],
  })
  vi.stubGlobal('navigator', { storage: { getDirectory } })
  await removeSaved()
  expect(Object.keys(ages)).toEqual(['selvedge-export-new', 'other'])
  vi.stubGlobal('navigator', {})
  await removeSaved()
})
