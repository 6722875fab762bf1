import { v5 } from 'uuid'

const NAMESPACE = '4f0d7c1e-8a3b-5d52-9c61-2b7e6a90f3d8'

/** Id of a command's n-th event in a stream: a repeated append has the same ids, so that no store doubles it (RFC 9562, v5). */
export const eventId = (commandId: string, stream: string, index: number) =>
  v5(`${commandId}/${stream}/${index}`, NAMESPACE)

/** An id that the same words always give, for a thing whose maker may have to try again. */
export const idFrom = (...words: readonly string[]) => v5(words.join('/'), NAMESPACE)
