import { quotedColumn } from '@shop/language/analysis/reserved-columns'
import type { SavedQuestion } from '@shop/language/question/api'
import { type RefObject, useRef, useState } from 'react'
import { type FirstDraft, type Opened, type TypedValues, typedIn } from './first-draft.ts'
import { endOfQuestion, parametersIn, readValue } from './question-words.ts'
import type { AskedSql } from './start-run.ts'

export type Draft = ReturnType<typeof useDraft>
type Wrong = Readonly<{ asOf: boolean; missing: readonly string[]; missingAgainst: readonly string[] }>
const NOT_WRONG: Wrong = { asOf: false, missing: [], missingAgainst: [] }

export function useDraft(first: FirstDraft) {
  const area = useRef<HTMLTextAreaElement>(null)
  const [opened, setOpened] = useState(first.opened)
  const [sql, setSql] = useState(first.sql ?? first.opened.sql)
  const [typed, setTyped] = useState({ ...typedIn(first.opened), ...first.typed })
  const [asOf, setAsOf] = useState(first.asOf ?? '')
  const [against, setAgainst] = useState(first.against)
  const [wrong, setWrong] = useState(NOT_WRONG)
  const names = parametersIn(sql)
  const parameters = (values: TypedValues = typed) =>
    Object.fromEntries(names.map((name) => [name, readValue(values[name] ?? '')]))
  const missingIn = (values: TypedValues) => names.filter((name) => (values[name] ?? '').trim() === '')

  return {
    area,
    opened,
    sql,
    setSql,
    whole: { opened, sql, typed, against, asOf },
    names,
    typed: (name: string) => typed[name] ?? '',
    /** The parameters' names in words, for an unchanged starter question. */
    inputs: sql === opened.sql ? opened.inputs : undefined,
    type: (name: string, value: string) => setTyped({ ...typed, [name]: value }),
    against: names.length > 0 ? against : undefined,
    typeAgainst: (name: string, value: string) => setAgainst({ ...against, [name]: value }),
    compare: (isWanted: boolean) => setAgainst(isWanted ? typed : undefined),
    asOf,
    setAsOf,
    parameters,
    rule: sql === opened.sql ? opened.rule : undefined,
    isChanged: sql !== opened.sql,
    /** Whether opening another question would lose unsaved text. */
    isOwn: sql.trim() !== '' && sql !== opened.sql,
    open(question: Opened) {
      setOpened(question)
      setSql(question.sql)
      setTyped(typedIn(question))
      setAgainst(undefined)
    },
    /** If the user has opened another question meanwhile, that question stays open. */
    savedAs: (saved: SavedQuestion) => setOpened((now) => (now === opened ? { sql, saved } : now)),
    renamedTo: (saved: SavedQuestion) => setOpened((now) => ({ ...now, saved })),
    forgetSaved: () => setOpened({ sql: '' }),
    /** If a value is missing or `asOf` is invalid, shows a message and returns undefined. */
    question(): { asked: AskedSql; against?: AskedSql } | undefined {
      const end = endOfQuestion(asOf)
      const [missing, missingAgainst] = [missingIn(typed), against ? missingIn(against) : []]
      setWrong({ asOf: !end, missing, missingAgainst })
      if (!end || missing.length > 0 || missingAgainst.length > 0) return undefined
      const asked = { sql, parameters: parameters(), ...end }
      return { asked, ...(against && names.length > 0 && { against: { ...asked, parameters: parameters(against) } }) }
    },
    wrong,
    ...insertions(area, setSql),
  }
}

function insertions(area: RefObject<HTMLTextAreaElement | null>, setSql: (sql: string) => void) {
  function replace(name: string, start: number, end: number) {
    const element = area.current
    if (!element) return
    element.focus()
    const word = quotedColumn(name)
    const hasQuote = word.startsWith('"') && element.value[start - 1] === '"'
    element.setRangeText(word, hasQuote ? start - 1 : start, end, 'end')
    setSql(element.value)
  }
  return {
    replace,
    insert(name: string) {
      const element = area.current
      if (element) replace(name, element.selectionStart, element.selectionEnd)
    },
  }
}
