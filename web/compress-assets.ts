import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)
const MIN_BYTES = 512

export async function compressAssets(folder: string): Promise<void> {
  const texts = (await readdir(folder)).filter((file) => /\.(js|css|svg)$/.test(file))
  await Promise.all(texts.map((text) => compressAsset(join(folder, text))))
}

export const originalOf = (file: string): string => file.replace(/\.(br|gz)$/, '')

async function compressAsset(file: string) {
  const bytes = await readFile(file)
  if (bytes.length < MIN_BYTES) return
  const options = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }
  await writeFile(`${file}.br`, await toBrotli(bytes, options))
  await writeFile(`${file}.gz`, await toGzip(bytes, { level: 9 }))
}
