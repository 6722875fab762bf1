import { api } from '../lib/api.ts'
import { type ServerSentEvent, serverSentEvents } from './server-sent-events.ts'

const LONGEST_BACKOFF_MS = 30_000
/** The shop sends a heartbeat every fifteen seconds. */
const LONGEST_SILENCE_MS = 45_000

type Listening = Readonly<{
  /** Computed for each connection. */
  to: () => Readonly<{ path: string; headers?: Record<string, string> }>
  onEvent: (event: ServerSentEvent) => void
  onDisconnect?: () => void
}>

/** Only a visible page listens, because a browser allows six connections to one server for all its tabs. */
export async function keepListening({ to, onEvent, onDisconnect }: Listening, signal: AbortSignal) {
  let failures = 0
  while (!signal.aborted) {
    await untilSeen(signal)
    const listening = new AbortController()
    const look = () => (document.hidden || signal.aborted) && listening.abort()
    document.addEventListener('visibilitychange', look)
    signal.addEventListener('abort', look)
    look()
    try {
      const { path, headers } = to()
      const stream = await api.stream(path, { ...(headers && { headers }), signal: listening.signal, priority: 'low' })
      for await (const event of serverSentEvents(untilSilent(stream, LONGEST_SILENCE_MS))) {
        failures = 0
        onEvent(event)
      }
    } catch {
      // The loop reconnects after any failure.
    } finally {
      document.removeEventListener('visibilitychange', look)
      signal.removeEventListener('abort', look)
    }
    if (!signal.aborted) onDisconnect?.()
    if (!listening.signal.aborted) await pause(1000 * 2 ** failures++, signal)
  }
}

const untilSeen = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const look = () => {
      if (document.hidden && !signal.aborted) return
      document.removeEventListener('visibilitychange', look)
      resolve()
    }
    document.addEventListener('visibilitychange', look)
    signal.addEventListener('abort', look, { once: true })
    look()
  })

/** The pause is random, so that the pages do not all reconnect at once. */
const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, Math.min(ms, LONGEST_BACKOFF_MS) * (0.5 + Math.random()))
    signal.addEventListener('abort', end)
  })

/** Fails if nothing arrives for `longestMs`, because a dead connection does not always cause an error. */
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
