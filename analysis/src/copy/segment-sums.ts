import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod'
import { sumsFile } from './copy-files.ts'

/** STORAGE FORMAT of `sumsFile`: the SHA-256 of each file, by name. */
const Sums = z.record(z.string(), z.string())

export async function writeSums(folder: string) {
  await writeFile(sumsFile(folder), JSON.stringify(await sumsOf(folder)))
}

/** Without this check, DuckDB could read a changed file and return wrong rows. */
export async function areSumsRight(folder: string): Promise<boolean> {
  try {
    const noted = Sums.parse(JSON.parse(await readFile(sumsFile(folder), 'utf8')))
    const found = await sumsOf(folder)
    return JSON.stringify(Object.entries(noted).toSorted()) === JSON.stringify(Object.entries(found).toSorted())
  } catch {
    return false
  }
}

async function sumsOf(folder: string): Promise<Record<string, string>> {
  const sums: [string, string][] = []
  for (const name of await readdir(folder)) {
    if (name === basename(sumsFile(folder))) continue
    const hash = createHash('sha256')
    await pipeline(createReadStream(join(folder, name)), hash)
    sums.push([name, hash.digest('base64url')])
  }
  return Object.fromEntries(sums)
}
