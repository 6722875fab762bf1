import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import type { Piece } from '@shop/stores/erasure/files'
import { MOST_BYTES } from '@shop/stores/erasure/value-forms'

/** An install without the analysis has neither this program nor files to unpack. */
const PRINT_ROWS = join(import.meta.dirname, '..', 'analysis', 'src', 'print-rows', 'main.ts')

export async function* unpackedPieces(files: readonly string[]): AsyncGenerator<Piece> {
  for (const file of files.filter((path) => path.endsWith('.zst'))) yield* unpacked(file)
  const tables = files.filter((path) => path.endsWith('.parquet'))
  if (tables.length > 0) yield* rowsOf(tables)
}

async function* unpacked(file: string): AsyncGenerator<Piece> {
  let rest: Buffer = Buffer.alloc(0)
  const chunks: AsyncIterable<Buffer> = pipeline(createReadStream(file), createZstdDecompress(), () => {})
  try {
    for await (const chunk of chunks) {
      const bytes = Buffer.concat([rest, chunk])
      yield { place: `${file}, unpacked`, bytes }
      rest = Buffer.from(bytes.subarray(-MOST_BYTES))
    }
  } catch (error) {
    // The file was removed during the search.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

async function* rowsOf(files: readonly string[]): AsyncGenerator<Piece> {
  const child = spawn(process.execPath, [PRINT_ROWS], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  child.stdin.end(files.join('\n'))
  for await (const line of createInterface({ input: child.stdout })) {
    const comma = line.indexOf(',')
    const file = files[Number(line.slice(1, comma))]
    yield { place: `${file}, a row`, bytes: Buffer.from(line.slice(comma + 1, -1)) }
  }
  const [code] = await ended
  if (code !== 0) throw new Error(`The rows of ${files.length} Parquet files cannot be read`)
}
