import { type Addresses, type Answer, askAt } from './calls.ts'
import type { Answers } from './limit-program.ts'
import type { Known, Row } from './rows.ts'

/** After this many calls that add to a cart, each guest's cart has three lines. This is the average during a run. */
const CALLS = 600

export async function answersOf(row: Row, to: Addresses, known: Known): Promise<Answers> {
  const answers: [string, Answer][] = []
  const ask = askAt(to, ({ method, path }, answer) => answers.push([`${method} ${path}`, answer]))
  if ('walk' in row) await row.walk(ask, known, 0)
  else if ('repeat' in row) for (const call of row.repeat(known)) await ask(call)
  else for (let n = 0; n < CALLS; n += 1) await ask(row.next(known, n))
  return answers
}
