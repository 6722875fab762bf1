import type { SavedQuestion } from '@shop/language/question/api'
import { useRef, useState } from 'react'
import { type FirstDraft, type Opened, typedIn } from './first-draft.ts'
import { asOfOf, parametersIn, readValue } from './question-words.ts'
import type { AskedSql } from './start-run.ts'

export type Draft = ReturnType<typeof useDraft>
/** Why a question cannot be sent. */
type Wrong = Readonly<{ asOf: boolean; missing: readonly string[] }>

/** The question that is being written. The draft begins as `first`. */
export function useDraft(first: FirstDraft) {
  const area = useRef<HTMLTextAreaElement>(null)
  const [opened, setOpened] = useState(first.opened)
  const [sql, setSql] = useState(first.sql ?? first.opened.sql)
  const [typed, setTyped] = useState({ ...typedIn(first.opened), ...first.typed })
  const [asOf, setAsOf] = useState(first.asOf ?? '')
  const [wrong, setWrong] = useState<Wrong>({ asOf: false, missing: [] })
  const names = parametersIn(sql)
  const parameters = () => Object.fromEntries(names.map((name) => [name, readValue(typed[name] ?? '')]))

  return {
    area,
    opened,
    sql,
    setSql,
    /** The draft as `useDraft` takes it. */
    whole: { opened, sql, typed, asOf },
    names,
    typed: (name: string) => typed[name] ?? '',
    type: (name: string, value: string) => setTyped({ ...typed, [name]: value }),
    asOf,
    setAsOf,
    parameters,
    /** The description of the opened question. Undefined if the user has changed the question's text. */
    rule: sql === opened.sql ? opened.rule : undefined,
    /** Whether the user has typed a text and not saved it. Opening another question would lose this text. */
    isOwn: sql.trim() !== '' && sql !== opened.sql,
    name: opened.saved?.name ?? '',
    open(question: Opened) {
      setOpened(question)
      setSql(question.sql)
      setTyped(typedIn(question))
    },
    /** Notes that this text was saved. A text that the user has typed or opened meanwhile stays. */
    savedAs: (saved: SavedQuestion) => setOpened((now) => (now === opened ? { sql, saved } : now)),
    /** Notes the new name of the opened question. */
    renamedTo: (saved: SavedQuestion) => setOpened((now) => ({ ...now, saved })),
    /** Notes that the opened question is no longer saved. */
    forgetSaved: () => setOpened({ sql: '' }),
    /** The question to send. If its last event is invalid or a value is missing, shows a message and returns undefined. */
    question(): AskedSql | undefined {
      const end = asOfOf(asOf)
      const missing = names.filter((name) => (typed[name] ?? '').trim() === '')
      setWrong({ asOf: !end, missing })
      return end && missing.length === 0 ? { sql, parameters: parameters(), ...end } : undefined
    },
    wrong,
    /** Replaces the selection with a name, and puts the caret after the name. */
    insert(name: string) {
      const element = area.current
      if (element) replace(name, element.selectionStart, element.selectionEnd)
    },
    replace,
  }

  /** Replaces some characters with a name, and puts the caret after the name. */
  function replace(name: string, start: number, end: number) {
    const element = area.current
    if (!element) return
    element.focus()
    // Tables and columns named like a reserved word of SQL must be quoted.
    const word = RESERVED.has(name) ? `"${name}"` : name
    element.setRangeText(word, start, end, 'end')
    setSql(element.value)
  }
}

const RESERVED = new Set(['at', 'from', 'to', 'order', 'group', 'end', 'default'])
