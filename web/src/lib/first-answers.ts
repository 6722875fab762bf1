import { nextOf, type Page } from './api.ts'

/** When this page was made: what came with it is as old as that. */
export const firstAnsweredAtMs = Date.now()

/** What the gateway put into the page's HTML beside the page itself, by the address it would be asked for at. */
export const firstAnswer = <T>(address: string): T | undefined => answers()[address]?.body as T | undefined

export function firstPage<T>(address: string): Page<T> | undefined {
  const answer = answers()[address]
  return answer && { items: answer.body as readonly T[], ...nextOf(answer.link, address) }
}

export type Answers = Readonly<Record<string, { body: unknown; link: string }>>

let known: Answers | undefined

/** Where there is no HTML to find them in. */
export function answerFirst(answers: Answers) {
  known = answers
}

function answers(): Answers {
  known ??= JSON.parse(document.getElementById('first-answers')?.textContent ?? '{}') as Answers
  return known
}
