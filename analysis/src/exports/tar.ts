/* Tar archives in the ustar format of POSIX 1003.1, with plain files only. */

const BLOCK = 512
const [NAME, SIZE, CHECKSUM, KIND] = [0, 124, 148, 156]
export const END_OF_ARCHIVE: Buffer = Buffer.alloc(2 * BLOCK)

/** Throws RangeError if the name has more than 100 bytes. The name must be ASCII, which is not checked. */
export function headerOf(name: string, bytes: number): Buffer {
  if (Buffer.byteLength(name) > SIZE - 24) throw new RangeError(`the name ${name} is too long for an archive`)
  const header = Buffer.alloc(BLOCK)
  header.write(name, NAME)
  header.write('0000600\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  header.write(`${bytes.toString(8).padStart(11, '0')}\0`, SIZE)
  header.write(`${'0'.repeat(11)}\0`, 136)
  header.write('0', KIND)
  header.write('ustar\x0000', 257)
  header.write(' '.repeat(8), CHECKSUM)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, CHECKSUM)
  return header
}

export const paddingOf = (bytes: number): Buffer => Buffer.alloc((BLOCK - (bytes % BLOCK)) % BLOCK)

type Entry = Readonly<{ name: string; bytes: number; content: AsyncIterable<Buffer> }>

/**
 * The caller must read all of a file's content before the next file. Throws if the archive is cut off, or if `source` is not an archive.
 */
export async function* entriesOf(source: AsyncIterable<Buffer>): AsyncGenerator<Entry> {
  const read = createReader(source)
  for (;;) {
    const header = await read.block()
    if (header.every((byte) => byte === 0)) break
    const { name, bytes } = headerIn(header)
    yield { name, bytes, content: read.content(bytes) }
    await read.block((BLOCK - (bytes % BLOCK)) % BLOCK)
  }
  if ((await read.block()).some((byte) => byte !== 0)) throw new Error('the end of the archive is missing')
}

function headerIn(header: Buffer) {
  const written = Number.parseInt(header.toString('ascii', CHECKSUM, CHECKSUM + 6), 8)
  const sum = header.reduce((total, byte, at) => total + (at >= CHECKSUM && at < KIND ? 32 : byte), 0)
  if (sum !== written) throw new Error('this is not an archive, or it was changed')
  const [name = ''] = header.toString('utf8', NAME, 100).split('\0')
  return { name, bytes: Number.parseInt(header.toString('ascii', SIZE, SIZE + 11), 8) }
}

function createReader(source: AsyncIterable<Buffer>) {
  const chunks = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)

  async function some(most: number): Promise<Buffer> {
    if (rest.length === 0) {
      const { value, done } = await chunks.next()
      if (done) throw new Error('the archive is cut off')
      rest = value
    }
    const taken = rest.subarray(0, most)
    rest = rest.subarray(taken.length)
    return taken
  }

  async function* content(bytes: number) {
    for (let left = bytes; left > 0; ) {
      const taken = await some(left)
      left -= taken.length
      yield taken
    }
  }

  return {
    content,
    async block(bytes = BLOCK): Promise<Buffer> {
      return Buffer.concat(await Array.fromAsync(content(bytes)))
    },
  }
}
