const BLOCK = 512

/** The names in the archive (tar) contain event numbers (`events/000000000001-000000100000.parquet`). */
export function createArchiveProgress() {
  /** Bytes until the next header. */
  let skip = 0
  let head = new Uint8Array(0)
  let event = 0
  let hasEnded = false

  function readHead() {
    const text = (from: number, length: number) =>
      new TextDecoder().decode(head.subarray(from, from + length)).split('\0', 1)[0] ?? ''
    const name = text(0, 100)
    // An empty block follows the last file.
    if (name === '') hasEnded = true
    const size = Number.parseInt(text(124, 11), 8) || 0
    skip = Math.ceil(size / BLOCK) * BLOCK
    // All files before this file are complete.
    event = Math.max(event, Number(/\/(\d{12})-\d{12}\./.exec(name)?.[1] ?? 1) - 1)
  }

  return {
    take(chunk: Uint8Array) {
      for (let at = 0; at < chunk.length && !hasEnded; ) {
        const skipped = Math.min(skip, chunk.length - at)
        skip -= skipped
        at += skipped
        const part = chunk.subarray(at, at + BLOCK - head.length)
        if (skip > 0 || part.length === 0) continue
        const longer = new Uint8Array(head.length + part.length)
        longer.set(head)
        longer.set(part, head.length)
        head = longer
        at += part.length
        if (head.length < BLOCK) continue
        readHead()
        head = new Uint8Array(0)
      }
    },
    event: () => event,
    hasEnded: () => hasEnded,
  }
}
