import { rounded } from './compare.ts'

type Goal = Readonly<{ least: number }> | Readonly<{ most: number }>

/** Prints whether a goal is met. A missed goal makes the process end with 1. */
export function judge(what: string, found: number, goal: Goal) {
  const isMet = 'least' in goal ? found >= goal.least : found <= goal.most
  if (!isMet) process.exitCode = 1
  const bound = 'least' in goal ? `at least ${rounded(goal.least)}` : `at most ${rounded(goal.most)}`
  process.stdout.write(`${isMet ? 'met   ' : 'MISSED'} ${what}: ${rounded(found)}, ${bound}\n`)
}
