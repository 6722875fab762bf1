import type { QuestionParameters } from '@shop/language/api/question-parameters'
import type { SavedQuestion } from '@shop/language/api/questions'
import { useRef, useState } from 'react'
import { asOfOf, parametersIn, readValue, typedOf } from './question-words.ts'
import type { AskedSql } from './start-run.ts'

export type Draft = ReturnType<typeof useDraft>
type Opened = Readonly<{
  sql: string
  rule?: string
  parameters?: QuestionParameters | undefined
  saved?: SavedQuestion
}>

/** What kept a question from being asked. */
type Wrong = Readonly<{ asOf: boolean; missing: readonly string[] }>

/** The question that is being written, which begins as `first`. */
export function useDraft(first: Opened = { sql: '' }) {
  const area = useRef<HTMLTextAreaElement>(null)
  const [opened, setOpened] = useState(first)
  const [sql, setSql] = useState(first.sql)
  const [typed, setTyped] = useState(typedIn(first))
  const [asOf, setAsOf] = useState('')
  const [wrong, setWrong] = useState<Wrong>({ asOf: false, missing: [] })
  const names = parametersIn(sql)
  const parameters = () => Object.fromEntries(names.map((name) => [name, readValue(typed[name] ?? '')]))

  return {
    area,
    sql,
    setSql,
    names,
    typed: (name: string) => typed[name] ?? '',
    type: (name: string, value: string) => setTyped({ ...typed, [name]: value }),
    asOf,
    setAsOf,
    parameters,
    /** What the text that was opened counts, while it is unchanged. */
    rule: sql === opened.sql ? opened.rule : undefined,
    /** Whether there is something to lose that is written nowhere else. */
    isOwn: sql.trim() !== '' && sql !== opened.sql,
    name: opened.saved?.name ?? '',
    open(question: Opened) {
      setOpened(question)
      setSql(question.sql)
      setTyped(typedIn(question))
    },
    /** This text was saved: what was typed or opened since stays. */
    savedAs: (saved: SavedQuestion) => setOpened((now) => (now === opened ? { sql, saved } : now)),
    /** As it is to be sent; undefined, and said, if its end is no event and no moment, or a value is missing. */
    question(): AskedSql | undefined {
      const end = asOfOf(asOf)
      const missing = names.filter((name) => (typed[name] ?? '').trim() === '')
      setWrong({ asOf: !end, missing })
      return end && missing.length === 0 ? { sql, parameters: parameters(), ...end } : undefined
    },
    wrong,
    /** Puts a name in the place of what is selected, and goes on from there. */
    insert(name: string) {
      const element = area.current
      if (element) replace(name, element.selectionStart, element.selectionEnd)
    },
    replace,
  }

  /** Puts a name in the place of some characters, and goes on from there. */
  function replace(name: string, start: number, end: number) {
    const element = area.current
    if (!element) return
    element.focus()
    // A table may be called as a word of SQL is only between quotes; names of columns too.
    const word = RESERVED.has(name) ? `"${name}"` : name
    element.setRangeText(word, start, end, 'end')
    setSql(element.value)
  }
}

const typedIn = ({ parameters = {} }: Opened): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, typedOf(value)]))

const RESERVED = new Set(['at', 'from', 'to', 'order', 'group', 'end', 'default'])
