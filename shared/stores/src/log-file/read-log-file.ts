import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import type { Recorded } from '@shop/language/events/event'
import { FORMAT, fromLine, LogFileError, Manifest, parsed } from './log-file.ts'

const CHUNK_BYTES = 256 * 1024
/** Far above the length of any event and any manifest. */
const LONGEST_LINE_BYTES = 16 * 1024 * 1024
const LONGEST_MANIFEST_BYTES = 4096
const BREAK = 0x0a

export type LogFile = Readonly<{
  manifest: Manifest
  /** Reads the events again from the file, in order. */
  events: () => AsyncGenerator<Recorded>
}>

/** Checks the number and the digest of the file's lines against the manifest. Throws LogFileError. */
export async function openLogFile(file: string, onProgress: (events: number) => void = () => {}): Promise<LogFile> {
  const manifest = await manifestOf(file)
  const digest = createHash('sha256')
  let events = 0
  for await (const line of eventLines(file)) {
    digest.update(line).update('\n')
    events += 1
    if (!fromLine(line)) throw new LogFileError(`${file} is damaged. Its line ${events} is not an event`)
    onProgress(events)
  }
  if (events !== manifest.events)
    throw new LogFileError(`${file} is damaged. It has ${events} events, but its manifest says ${manifest.events}`)
  if (digest.digest('hex') !== manifest.sha256)
    throw new LogFileError(`${file} was changed. Its lines do not have the digest in its manifest`)
  return {
    manifest,
    async *events() {
      for await (const line of eventLines(file)) yield fromLine(line)!
    },
  }
}

async function manifestOf(file: string): Promise<Manifest> {
  await using input = await opened(file)
  const { size } = await input.stat()
  const from = Math.max(0, size - LONGEST_MANIFEST_BYTES)
  const { buffer, bytesRead } = await input.read(Buffer.alloc(LONGEST_MANIFEST_BYTES), { position: from })
  const tail = buffer.subarray(0, bytesRead)
  const isWhole = tail.at(-1) === BREAK
  const last = parsed(tail.subarray(tail.lastIndexOf(BREAK, tail.length - 2) + 1))
  const { format } = (last ?? {}) as { format?: unknown }
  if (isWhole && typeof format === 'string' && format !== FORMAT)
    throw new LogFileError(`${file} has the format ${format}, but only ${FORMAT} can be read`)
  const { data } = Manifest.safeParse(isWhole ? last : undefined)
  if (!data) throw new LogFileError(`${file} does not end with a manifest. It was cut off, or is not an exported log`)
  return data
}

/** Every line except the last. Node's readline would also break at U+2028, which JSON may contain. */
async function* eventLines(file: string): AsyncGenerator<Buffer> {
  await using input = await opened(file)
  let rest: Buffer = Buffer.alloc(0)
  let before: Buffer | undefined
  for (;;) {
    const { buffer, bytesRead } = await input.read(Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES, null)
    if (bytesRead === 0) return
    const bytes = Buffer.concat([rest, buffer.subarray(0, bytesRead)])
    let start = 0
    for (let end = bytes.indexOf(BREAK); end >= 0; end = bytes.indexOf(BREAK, start)) {
      if (before) yield before
      before = bytes.subarray(start, end)
      start = end + 1
    }
    rest = bytes.subarray(start)
    if (rest.length > LONGEST_LINE_BYTES)
      throw new LogFileError(
        `${file} is not an exported log, because it has a line of more than ${LONGEST_LINE_BYTES / 2 ** 20} MiB`,
      )
  }
}

async function opened(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'r')
  } catch (error) {
    throw new LogFileError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}
