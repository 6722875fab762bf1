import type { Server } from 'node:http'
import type { Socket } from 'node:net'

const LOOK_EVERY_MS = 5000
/** So many looks in a row; a tunnel may take ten seconds. */
const MOST_SLOW_LOOKS = 3
const LEAST_BYTES = 5 * 1024

type Look = { sentBytes: number; slow: number }

/**
 * Closes connections whose other end reads less than a KiB a second of what it asked for. Kernel buffers take small answers
 * whole, so only those who let megabytes wait are ever seen as slow.
 */
export function cutOffSlowReaders(server: Server): void {
  const looks = new Map<Socket, Look>()
  server.on('connection', (socket: Socket) => {
    looks.set(socket, { sentBytes: 0, slow: 0 })
    socket.once('close', () => looks.delete(socket))
  })
  const looking = setInterval(() => {
    for (const [socket, look] of looks) {
      const sentBytes = socket.bytesWritten - socket.writableLength
      const isSlow = socket.writableLength > 0 && sentBytes - look.sentBytes < LEAST_BYTES
      look.slow = isSlow ? look.slow + 1 : 0
      look.sentBytes = sentBytes
      if (look.slow >= MOST_SLOW_LOOKS) socket.destroy()
    }
  }, LOOK_EVERY_MS)
  looking.unref()
  server.once('close', () => clearInterval(looking))
}
