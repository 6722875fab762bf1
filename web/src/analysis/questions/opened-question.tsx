import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useNavigationType } from 'react-router-dom'
import { AdminFailure } from '../../admin/parts/admin-failure.tsx'
import { useKeptWork } from '../../admin/parts/use-kept-work.ts'
import { Note } from '../../ui/note.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { reportNamed } from '../reports/reports.ts'
import type { FirstDraft, KeptDraft, Opened } from './first-draft.ts'
import { type Addressed, readAddress } from './question-address.ts'
import { QuestionEditor } from './question-editor.tsx'
import { savedQuestion } from './questions-api.ts'
import type { QuestionAddress } from './use-question-address.ts'

/**
 * Shows the question that the URL names. If the URL names no question, shows the draft that the user left in this tab, as of now. A reload
 * or the Back button brings back the draft that belongs to this URL, and its "As of".
 */
export function OpenedQuestion({ address }: { address: QuestionAddress }) {
  const { found, keep } = useKeptWork<KeptDraft>()
  const navigation = useNavigationType()
  // The URL changes when the question runs, but the opened question stays.
  const [{ here, isReturn }] = useState({ here: address.here, isReturn: navigation === 'POP' })
  const asked = readAddress(here)
  const isBack = found !== null && isReturn && here === found.at
  const kept = found !== null && (isBack ? found : here === '' && { ...found, asOf: '' })
  const { name = '', version } = asked.saved ?? {}
  const query = useQuery({ ...savedQuestion(name, version), enabled: name !== '' && !kept })
  if (query.isLoading) return <Loading />
  const saved = query.data
  if (saved?.kind === 'rule') return <Navigate to={`/analysis/reducer?rule=${saved.name}`} replace />
  return (
    <>
      <AdminFailure
        error={query.error}
        fallback="The question could not be opened"
        onRetry={() => void query.refetch()}
      />
      {saved?.sql === null && (
        <div className="mb-5">
          <Note tone="warn">The text of this question was erased with its author’s account.</Note>
        </div>
      )}
      {isBack && found.asOf !== '' && (
        <div className="mb-5">
          <Note tone="info">This is the question that you left here, as of {found.asOf}.</Note>
        </div>
      )}
      <QuestionEditor
        key={saved ? 'opened' : 'empty'}
        first={kept || firstOf(asked, saved)}
        address={address}
        onChange={keep}
      />
    </>
  )
}

function firstOf({ report, sql, typed, against, asOf }: Addressed, saved: Opened['saved']): FirstDraft {
  const question = reportNamed(report)?.question
  const opened: Opened = saved ? openedFrom(saved) : { sql: '', ...(question && report && { ...question, report }) }
  return { opened, ...(sql !== undefined && { sql }), typed, against, asOf }
}

const openedFrom = (saved: NonNullable<Opened['saved']>): Opened =>
  saved.sql === null ? { sql: '' } : { sql: saved.sql, parameters: saved.parameters ?? {}, saved }
