/** `id` is the point to resume from. */
export type ServerSentEvent = { id: string; data: string }

/**
 * Reads server-sent events (WHATWG HTML 9.2.6), because the browser's EventSource cannot send a token. An id without data is yielded too,
 * because the stream can resume from it.
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
