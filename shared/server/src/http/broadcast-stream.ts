import { PassThrough } from 'node:stream'

/** A listener with more unread bytes than this is disconnected. */
const MOST_UNREAD_BYTES = 256 * 1024

export function openBroadcastStream() {
  const stream = new PassThrough()
  return {
    stream,
    send(bytes: string | Buffer) {
      if (!stream.writable) return
      stream.write(bytes)
      if (stream.readableLength + stream.writableLength > MOST_UNREAD_BYTES) stream.destroy()
    },
  }
}
