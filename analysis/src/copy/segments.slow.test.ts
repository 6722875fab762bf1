import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { segmentFolder, segmentsFolder } from './copy-files.ts'
import { writeSums } from './segment-sums.ts'
import { countsFile, PART, readSegments, removeSegment } from './segments.ts'

const copy = mkdtempSync(join(tmpdir(), 'segments-'))
afterAll(() => rmSync(copy, { recursive: true }))

function have(first: number, last: number, files = 1): string {
  const folder = segmentFolder(copy, first, last)
  mkdirSync(folder, { recursive: true })
  for (let n = 0; n < files; n++) writeFileSync(join(folder, `${n}.parquet`), '')
  writeFileSync(countsFile(folder), '{"events":10}')
  return folder
}

/** The number of files in the folder; undefined after the folder was renamed. */
function filesIn(folder: string): number | undefined {
  try {
    return readdirSync(folder).length
  } catch {
    return undefined
  }
}

test('while a segment is removed, no process finds only some of its files, so a kill cannot damage the copy', async () => {
  const FILES = 500
  const folder = have(1, 10, FILES)
  let isRemoved = false
  const removing = removeSegment(folder).then(() => {
    isRemoved = true
  })
  while (!isRemoved) {
    expect([FILES + 1, undefined]).toContain(filesIn(folder))
    await new Promise(setImmediate)
  }
  await removing
  expect(filesIn(folder + PART)).toBeUndefined()
})

test('what a killed removal left is removed at the next start', async () => {
  for (const [first, last] of [
    [1, 20],
    [11, 20],
    [21, 30],
  ] as const)
    await writeSums(have(first, last))
  mkdirSync(segmentFolder(copy, 1, 10) + PART)
  const found = (await readSegments(copy)).map(({ first, last }) => [first, last])
  expect(found).toEqual([
    [1, 20],
    [21, 30],
  ])
  expect(readdirSync(segmentsFolder(copy))).toHaveLength(2)
})
