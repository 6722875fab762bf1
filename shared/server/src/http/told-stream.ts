import { PassThrough } from 'node:stream'

/** A listener that reads slower than this is disconnected, and reconnects for what it missed. */
const MOST_UNREAD_BYTES = 256 * 1024

/** The body of an answer that goes on for as long as somebody listens, and what adds to it. */
export function openToldStream() {
  const stream = new PassThrough()
  return {
    stream,
    tell(bytes: string | Buffer) {
      if (!stream.writable) return
      stream.write(bytes)
      if (stream.readableLength + stream.writableLength > MOST_UNREAD_BYTES) stream.destroy()
    },
  }
}
