import type { LiveMessage } from '@shop/language/shop/api'

/** Listens to live changes, if wanted only to those after an event. */
export async function listenAt(address: string, { token, lastEventId }: { token?: string; lastEventId?: string } = {}) {
  const stop = new AbortController()
  const response = await fetch(address, {
    signal: stop.signal,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(lastEventId && { 'last-event-id': lastEventId }),
    },
  })
  let text = ''
  let isOver = false
  const listening = (async () => {
    for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) text += piece
  })()
  listening
    .catch(() => {})
    .finally(() => {
      isOver = true
    })
  const values = (field: string) =>
    [...text.matchAll(new RegExp(`^${field}: (.*)$`, 'gm'))].map(([, value = '']) => value)

  return {
    messages: () => values('data').map((data) => JSON.parse(data) as LiveMessage),
    /** The id of the newest event; empty before the first event. */
    lastEventId: () => values('id').at(-1) ?? '',
    isOver: () => isOver,
    leave: () => stop.abort(),
  }
}
