import { createHash } from 'node:crypto'
import ivm from 'isolated-vm'
import { LONGEST_RUN_MS, RULE_MEMORY_MIB } from '../limits.ts'
import { QuestionFailed, refusal } from '../questions/question.ts'
import { HARNESS, removeClockAndChance } from './harness.ts'
import type { Reduced } from './reduction.ts'

const TOO_MUCH = `The rows of a rule may take at most ${RULE_MEMORY_MIB} MiB. Fold fewer events, or keep less in a row`

const BATCH = 1_000
const COPIED = { timeout: LONGEST_RUN_MS, result: { copy: true } } as const

type Wanted = Readonly<{ reducer: string; second?: string | undefined; isCompared: boolean }>

/**
 * Runs one or two rules in an isolate with its own heap and only the JavaScript language. Throws `QuestionFailed` with the rule's line if a
 * rule cannot be parsed or throws.
 */
export async function openIsolate({ reducer, second, isCompared }: Wanted) {
  const isolate = new ivm.Isolate({ memoryLimit: RULE_MEMORY_MIB })
  const context = await isolate.createContext()
  await context.eval(`(${removeClockAndChance})()`)
  await context.global.set('first', (await ruleIn(reducer, 'rule')).derefInto())
  await context.global.set(
    'second',
    second === undefined ? undefined : (await ruleIn(second, 'second rule')).derefInto(),
  )
  const folding = await context.eval(`${HARNESS}\ncreateFold(first, second, ${isCompared})`, { reference: true })
  const feed = await folding.get('feed', { reference: true })
  const finish = await folding.get('finish', { reference: true })
  const lines = await folding.get('lines', { reference: true })

  function ruleIn(text: string, name: string) {
    return explainingErrors(() =>
      context.eval(wrapped(text), { filename: name, reference: true, timeout: LONGEST_RUN_MS }),
    )
  }

  /** The digest of all rows of one side, with their keys. */
  async function digestOf(side: 0 | 1): Promise<string> {
    const hashed = createHash('sha256')
    for (let from = 0; ; from += BATCH) {
      const text = String(await lines.apply(undefined, [side, from, BATCH], COPIED))
      if (text === '') return hashed.digest('hex')
      hashed.update(text)
    }
  }

  return {
    feed: (lines: string, changes: string): Promise<void> =>
      explainingErrors(async () => void (await feed.apply(undefined, [lines, changes], { timeout: LONGEST_RUN_MS }))),
    finish: (most: number): Promise<Reduced> =>
      explainingErrors(async () => {
        const folded = JSON.parse(String(await finish.apply(undefined, [most], COPIED)))
        return (isCompared ? { ...folded, sides: [await digestOf(0), await digestOf(1)] } : folded) as Reduced
      }),
    dispose: () => isolate.isDisposed || isolate.dispose(),
  }

  async function explainingErrors<T>(run: () => Promise<T>): Promise<T> {
    try {
      return await run()
    } catch (error) {
      if (isolate.isDisposed) throw new QuestionFailed({ reason: 'memory', message: TOO_MUCH })
      throw refusal(placed(error as Error, { rule: reducer, 'second rule': second ?? '' }))
    }
  }
}

const DECLARES = 'A rule must declare the function'

/** The rule's text starts on the first line, so that line numbers in errors are those of the author's text. */
const wrapped = (text: string) => `(() => { 'use strict'; ${text}
;return {
  keyOf: typeof keyOf === 'function' ? keyOf : (() => { throw new Error('${DECLARES} keyOf(event)') })(),
  reduce: typeof reduce === 'function' ? reduce : (() => { throw new Error('${DECLARES} reduce(row, event, key)') })(),
} })()`

type Texts = Readonly<Record<'rule' | 'second rule', string>>

/** Without a closing bracket, the engine finds the mistake in the lines after the author's text. */
function placed({ message, stack = '' }: Error, texts: Texts): string {
  if (message.startsWith(DECLARES)) return message.replace(/ \[.*$/, '')
  const [, name, line] = /\b(rule|second rule):(\d+)/.exec(stack) ?? /\[(rule|second rule):(\d+)/.exec(message) ?? []
  const said = message.replace(/ \[(?:second )?rule:[\d:]+\]$/, '')
  const lines = texts[name as keyof Texts]?.split('\n').length ?? 0
  if (Number(line) > lines) return `At the end of the ${name}: ${said}. A closing bracket may be missing`
  return name === undefined ? said : `In line ${line} of the ${name}: ${said}`
}
