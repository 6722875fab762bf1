import { crc32, deflateSync } from 'node:zlib'

type Chunk = readonly [type: string, data: Buffer]

/** A PNG of one color, with one bit per pixel and extra chunks between header and pixels. */
export function flatPng(width: number, height: number, extra: readonly Chunk[] = []): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const pixels = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height))
  return png([['IHDR', header], ...extra, ['IDAT', pixels], ['IEND', Buffer.alloc(0)]])
}

/** A PNG whose text or color profile decompresses to a hundred megabytes. */
export function bombPng(type: 'zTXt' | 'iCCP'): Buffer {
  const bomb = deflateSync(Buffer.alloc(100 * 1024 * 1024))
  return flatPng(8, 8, [[type, Buffer.concat([Buffer.from('name\0\0', 'latin1'), bomb])]])
}

export const png = (chunks: readonly Chunk[]) =>
  Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks.map(chunkOf)])

function chunkOf([type, data]: Chunk): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(data.length, 0)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return chunk
}
