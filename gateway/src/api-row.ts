import type * as z from 'zod'
import type { AnswerName } from './openapi/answers.ts'
import type { Who } from './permissions.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** `at`: the path in the room that answers the call. */
export type ApiRow = Readonly<{
  method: Method
  /** With parameters in braces. */
  path: `/api/${string}`
  room: 'commands' | 'queries' | 'analysis' | 'gateway'
  at: string
  who: Who
  summary: string
  answer: Answer
  status: 200 | 201
  query?: z.ZodObject
  body?: z.ZodType
}>

type Answer = AnswerName | `${AnswerName}[]`
type Path = ApiRow['path']

/** TABLE: public paths that begin differently in a room. The first matching row is used. */
const beginsInRoom: Readonly<Record<ApiRow['room'], readonly (readonly [from: string, to: string])[]>> = {
  commands: [
    ['/api/admin/holds', '/checkouts'],
    ['/api/admin', ''],
    ['/api/analysis/answer-exports', '/exports/answers'],
    ['/api/analysis', ''],
    ['/api/orders', '/own-orders'],
    ['/api/checkout', '/checkouts'],
    ['/api/upload', '/uploads'],
    ['/api/users/me', '/me'],
    ['/api/users/password', '/password'],
    ['/api/users/email', '/email'],
    ['/api', ''],
  ],
  queries: [
    ['/api/users/me', '/me'],
    ['/api', ''],
  ],
  analysis: [['/api', '']],
  gateway: [],
}

function pathIn(room: ApiRow['room'], path: Path): string {
  const [from, to] = beginsInRoom[room].find(([from]) => `${path}/`.startsWith(`${from}/`)) ?? ['', '']
  return to + path.slice(from.length)
}

export function getCall(path: Path, who: Who, summary: string, answer: Answer, query?: z.ZodObject): ApiRow {
  const at = pathIn('queries', path)
  return { method: 'GET', path, room: 'queries', at, who, summary, answer, status: 200, ...(query && { query }) }
}

export function writeCall(
  call: `${'POST' | 'PUT' | 'DELETE'} ${Path}`,
  who: Who,
  summary: string,
  answer: Answer,
  body?: z.ZodType,
): ApiRow {
  const [method, path] = call.split(' ') as [Method, Path]
  const at = pathIn('commands', path)
  return { method, path, room: 'commands', at, who, summary, answer, status: 200, ...(body && { body }) }
}

export function createCall(path: Path, who: Who, summary: string, answer: Answer, body: z.ZodType): ApiRow {
  return { ...writeCall(`POST ${path}`, who, summary, answer, body), status: 201 }
}

export const answeredBy = (room: 'commands' | 'analysis' | 'gateway', row: ApiRow): ApiRow => ({
  ...row,
  room,
  at: pathIn(room, row.path),
})

export function gatewayCall(path: Path, summary: string, answer: Answer): ApiRow {
  return { method: 'GET', path, room: 'gateway', at: path, who: 'anyone', summary, answer, status: 200 }
}
