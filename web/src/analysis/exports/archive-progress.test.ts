import { expect, test } from 'vitest'
import { createArchiveProgress } from './archive-progress.ts'

function fileOf(name: string, size: number) {
  const bytes = new Uint8Array(512 + Math.ceil(size / 512) * 512)
  bytes.set(new TextEncoder().encode(name))
  bytes.set(new TextEncoder().encode(size.toString(8).padStart(11, '0')), 124)
  bytes.fill(65, 512, 512 + size)
  return bytes
}
const archive = Uint8Array.from(
  [
    fileOf('events/000000000001-000000100000.parquet', 700),
    fileOf('OrderPlaced/000000000001-000000100000.parquet', 512),
    fileOf('events/000000100001-000000200000.parquet', 3),
    fileOf('manifest.json', 20),
    new Uint8Array(1024),
  ].flatMap((bytes) => [...bytes]),
)

test.each([1, 7, 511, 512, 513, 100_000])('reads the same progress and end from pieces of %i bytes', (size) => {
  const progress = createArchiveProgress()
  const seen = new Set<number>()
  for (let at = 0; at < archive.length; at += size) {
    progress.take(archive.subarray(at, at + size))
    seen.add(progress.event())
  }
  expect([...seen].at(-1)).toBe(100_000)
  expect(progress.hasEnded()).toBe(true)
})

test('a truncated archive has no end', () => {
  const progress = createArchiveProgress()
  progress.take(archive.subarray(0, archive.length - 1024))
  expect([progress.event(), progress.hasEnded()]).toEqual([100_000, false])
})
