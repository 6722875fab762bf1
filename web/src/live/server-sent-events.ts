/** One event of a stream: what it says, and the id to come back with. */
export type ServerSentEvent = { id: string; data: string }

/**
 * Reads a stream of server-sent events (WHATWG HTML 9.2.6), for EventSource can send no token. An id stays until
 * another is sent; one that comes without data is told too, for it is where to go on.
 */
export async function* serverSentEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<ServerSentEvent> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let unread = ''
  let id = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    const blocks = (unread + value).split('\n\n')
    unread = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = fieldsOf(block)
      id = fields.get('id')?.at(-1) ?? id
      const data = (fields.get('data') ?? []).join('\n')
      if (data || fields.has('id')) yield { id, data }
    }
  }
}

function fieldsOf(block: string): ReadonlyMap<string, string[]> {
  const fields = new Map<string, string[]>()
  for (const line of block.split('\n')) {
    const [, name, value = ''] = /^([^:]+)(?:: ?(.*))?$/.exec(line) ?? []
    if (name) fields.set(name, [...(fields.get(name) ?? []), value])
  }
  return fields
}
