import { createHash } from 'node:crypto'
import { digestOf, MANIFEST, MANIFEST_DIGEST, Manifest } from './manifest.ts'
import { entriesOf } from './tar.ts'

/** The manifest is read into memory, so its size is limited. */
const MOST_TEXT = 64 * 2 ** 20

/** Returns the manifest. Throws if a file of the archive does not match it. */
export async function verifyArchive(source: AsyncIterable<Buffer>): Promise<Manifest> {
  const found = new Map<string, Readonly<{ bytes: number; sha256: string }>>()
  const texts = new Map<string, string>()
  for await (const { name, bytes, content } of entriesOf(source)) {
    if (found.has(name)) throw new Error(`${name} is in the archive twice`)
    const isText = name === MANIFEST || name === MANIFEST_DIGEST
    if (isText && bytes > MOST_TEXT) throw new Error(`${name} is too long`)
    const digest = createHash('sha256')
    const chunks: Buffer[] = []
    for await (const chunk of content) {
      digest.update(chunk)
      if (isText) chunks.push(chunk)
    }
    found.set(name, { bytes, sha256: digest.digest('hex') })
    if (isText) texts.set(name, Buffer.concat(chunks).toString('utf8'))
  }
  const manifest = manifestIn(texts)
  for (const { name, bytes, sha256 } of manifest.files) {
    const file = found.get(name)
    if (!file) throw new Error(`${name} is missing`)
    if (file.bytes !== bytes || file.sha256 !== sha256) throw new Error(`${name} was changed`)
  }
  const more = [...found.keys()].filter(
    (name) => !texts.has(name) && !manifest.files.some((file) => file.name === name),
  )
  if (more.length > 0) throw new Error(`${more[0]} is not in the manifest`)
  return manifest
}

function manifestIn(texts: ReadonlyMap<string, string>): Manifest {
  const [text, digest] = [texts.get(MANIFEST), texts.get(MANIFEST_DIGEST)]
  if (text === undefined || digest === undefined) throw new Error('the archive has no manifest')
  if (digestOf(text) !== digest.trim()) throw new Error(`${MANIFEST} was changed`)
  return Manifest.parse(JSON.parse(text))
}
