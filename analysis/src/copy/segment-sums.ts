import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod'

/** STORAGE FORMAT. In the folder of a segment: the SHA-256 of each other file. Segments of earlier versions have none. */
const SUMS = 'sums.json'

const Sums = z.record(z.string(), z.string())

/** Notes what each file of a new segment has in it. */
export async function writeSums(folder: string) {
  await writeFile(join(folder, SUMS), JSON.stringify(await sumsOf(folder)))
}

/** Whether each file of a segment has in it what it was given: an engine that reads a changed one may give other rows, and no error. */
export async function areSumsRight(folder: string): Promise<boolean> {
  const text = await readFile(join(folder, SUMS), 'utf8').catch(passedOver)
  if (text === undefined) return true
  try {
    const noted = Sums.parse(JSON.parse(text))
    const found = await sumsOf(folder)
    return JSON.stringify(Object.entries(noted).toSorted()) === JSON.stringify(Object.entries(found).toSorted())
  } catch {
    return false
  }
}

async function sumsOf(folder: string): Promise<Record<string, string>> {
  const sums: [string, string][] = []
  for (const name of await readdir(folder)) {
    if (name === SUMS) continue
    const hash = createHash('sha256')
    await pipeline(createReadStream(join(folder, name)), hash)
    sums.push([name, hash.digest('base64url')])
  }
  return Object.fromEntries(sums)
}

function passedOver(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
