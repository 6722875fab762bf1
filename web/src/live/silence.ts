/** Passes the stream through, and fails if nothing arrives for `longestMs`, because a dead connection does not always cause an error. */
export function untilSilent<Chunk>(stream: ReadableStream<Chunk>, longestMs: number): ReadableStream<Chunk> {
  let timer: ReturnType<typeof setTimeout>
  return stream.pipeThrough(
    new TransformStream<Chunk, Chunk>({
      start: (controller) => listenOn(controller),
      transform(chunk, controller) {
        listenOn(controller)
        controller.enqueue(chunk)
      },
      flush: () => clearTimeout(timer),
    }),
  )

  function listenOn(controller: TransformStreamDefaultController<Chunk>) {
    clearTimeout(timer)
    timer = setTimeout(() => controller.error(new Error('No message arrived for too long')), longestMs)
  }
}
