import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import type { Readable } from 'node:stream'

const IDLE_MS = 60_000

export type OutgoingCall = Readonly<{
  method: string
  path: string
  headers: OutgoingHttpHeaders
  /** Bytes can be sent again, a stream cannot. */
  body: Buffer | Readable
}>

/** Kept open between calls. A room closes its idle connections after five seconds; its hint of that is honoured. */
export const newAgent = () => new Agent({ keepAlive: true, scheduling: 'lifo', maxFreeSockets: 256 })

/**
 * Makes one call and resolves with the answer's head; its body is still to be read. Throws when the other side cannot
 * be reached, breaks off or says nothing for `timeoutMs`, and when `signal` aborts, which ends the answer too.
 */
export function sendOn(
  origin: string,
  { method, path, headers, body }: OutgoingCall,
  { agent, timeoutMs, signal }: { agent: Agent | false; timeoutMs: number; signal: AbortSignal },
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin)
    const host = hostname.replace(/^\[|\]$/g, '')
    const outgoing = request({ host, port: port || 80, method, path, headers, agent, signal })
    const late = setTimeout(() => outgoing.destroy(new Error(`No answer within ${timeoutMs} ms`)), timeoutMs)
    outgoing.once('response', (answer) => {
      clearTimeout(late)
      outgoing.setTimeout(IDLE_MS, () => outgoing.destroy(new Error('The answer stopped')))
      resolve(answer)
    })
    // Stays: what breaks after the answer's head is told by the answer's own stream.
    outgoing.on('error', (error) => {
      clearTimeout(late)
      reject(error)
    })
    if (Buffer.isBuffer(body)) outgoing.end(body.length > 0 ? body : undefined)
    else {
      body.pipe(outgoing)
      // Nobody sends the rest any more.
      body.once('close', () => body.readableEnded || outgoing.destroy())
    }
  })
}
