import type * as z from 'zod'
import type { AnswerName } from './openapi/answers.ts'
import type { Who } from './permissions.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** One public call: its path, the callers who may make it, and the room and path that answer it. */
export type ApiRow = Readonly<{
  method: Method
  /** The path as the documentation shows it, with parameters in braces. */
  path: `/api/${string}`
  room: 'commands' | 'queries' | 'analysis' | 'gateway'
  /** The path in the room, with the parameters of `path`. */
  at: string
  who: Who
  summary: string
  /** The name of the schema of a successful answer. */
  answer: Answer
  status: 200 | 201
  query?: z.ZodObject
  body?: z.ZodType
}>

type Answer = AnswerName | `${AnswerName}[]`
type Path = ApiRow['path']

export function getCall(
  path: Path,
  at: string,
  who: Who,
  summary: string,
  answer: Answer,
  query?: z.ZodObject,
): ApiRow {
  return { method: 'GET', path, room: 'queries', at, who, summary, answer, status: 200, ...(query && { query }) }
}

export function writeCall(
  call: `${'POST' | 'PUT' | 'DELETE'} ${Path}`,
  at: string,
  who: Who,
  summary: string,
  answer: Answer,
  body?: z.ZodType,
): ApiRow {
  const [method, path] = call.split(' ') as [Method, Path]
  return { method, path, room: 'commands', at, who, summary, answer, status: 200, ...(body && { body }) }
}

export function createCall(path: Path, at: string, who: Who, summary: string, answer: Answer, body: z.ZodType): ApiRow {
  return { ...writeCall(`POST ${path}`, at, who, summary, answer, body), status: 201 }
}

/** A call that is not answered by the usual room for its method. */
export const answeredBy = (room: 'commands' | 'analysis' | 'gateway', row: ApiRow): ApiRow => ({ ...row, room })

export function gatewayCall(path: Path, summary: string, answer: Answer): ApiRow {
  return { method: 'GET', path, room: 'gateway', at: path, who: 'anyone', summary, answer, status: 200 }
}
