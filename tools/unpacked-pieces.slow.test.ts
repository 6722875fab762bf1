import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { piecesOfFile } from '@shop/stores/erasure/files'
import { createSearch } from '@shop/stores/erasure/search'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeParquet } from '../analysis/test-support/write-parquet.ts'
import { unpackedPieces } from './unpacked-pieces.ts'

const VALUE = 'Zoë Canary of Canary Street'
/**
 * Texts that are before and after the searched value in the alphabet. Parquet stores the first and the last value of a file uncompressed,
 * so the searched value must be neither of these.
 */
const OTHERS = "CASE event % 2 WHEN 0 THEN 'Anna ' ELSE 'nobody ' END || event"
const folder = mkdtempSync(join(tmpdir(), 'selvedge-unpacked-'))
const [rows, none, snapshot] = ['rows.parquet', 'none.parquet', 'snapshot.json.zst'].map((name) => join(folder, name))
beforeAll(async () => {
  const many = (text: string) => `SELECT event, {'name': ${text}} AS data FROM range(5000) numbers(event)`
  await writeParquet(rows!, many(`CASE WHEN event = 4711 THEN '${VALUE}' ELSE ${OTHERS} END`))
  await writeParquet(none!, many(OTHERS))
  writeFileSync(snapshot!, zstdCompressSync(JSON.stringify({ documents: ['x'.repeat(300_000), VALUE] })))
})
afterAll(() => rmSync(folder, { recursive: true }))

const find = createSearch([VALUE])
async function placesIn(pieces: AsyncIterable<Readonly<{ place: string; bytes: Uint8Array }>>) {
  const places: string[] = []
  for await (const { place, bytes } of pieces) if (find(bytes).length > 0) places.push(place)
  return places
}

test('a value in compressed files is found only in its row or snapshot', async () => {
  const files = [rows!, none!, snapshot!]
  expect((await placesIn(unpackedPieces(files))).toSorted()).toEqual([`${rows}, a row`, `${snapshot}, unpacked`])
  // A search in the compressed bytes does not find the value.
  for (const file of files) expect(await placesIn(piecesOfFile(file))).toEqual([])
})

test('a file that cannot be unpacked is an error, and does not count as a file without findings', async () => {
  const broken = join(folder, 'broken.parquet')
  writeFileSync(broken, 'PAR1')
  await expect(placesIn(unpackedPieces([broken]))).rejects.toThrow('cannot be read')
})
