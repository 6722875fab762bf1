import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AdminFailure } from '../../admin/parts/admin-failure.tsx'
import { PageHead } from '../../admin/parts/page-head.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { QuestionTabs } from '../questions/question-tabs.tsx'
import { savedQuestion } from '../questions/questions-api.ts'
import { type QuestionAddress, useQuestionAddress } from '../questions/use-question-address.ts'
import { readRuleAddress, readRuleName, typedRule } from './rule-address.ts'
import { RuleEditor } from './rule-editor.tsx'

export function ReducerPage() {
  const address = useQuestionAddress()
  return (
    <>
      <PageHead title="Reducer" lead="Replay the log with your own rule. The rule cannot change the shop." />
      <QuestionTabs />
      <OpenedRule key={address.opening} address={address} />
    </>
  )
}

function OpenedRule({ address }: { address: QuestionAddress }) {
  // The URL changes when the rule runs, but the opened rule stays.
  const [here] = useState(address.here)
  const { name = '', version, isRun = false } = readRuleName(here) ?? {}
  const { data, error, isLoading, refetch } = useQuery({ ...savedQuestion(name, version), enabled: name !== '' })
  if (isLoading) return <Loading />
  const typed = readRuleAddress(here)
  const saved = data?.rule ? data : undefined
  return (
    <>
      <AdminFailure error={error} fallback="The rule could not be opened" onRetry={() => void refetch()} />
      <RuleEditor
        key={saved ? 'opened' : 'empty'}
        first={saved?.rule ? { ...typedRule(saved.rule), asOf: typed.asOf } : typed}
        saved={saved}
        isRun={isRun && saved !== undefined}
        address={address}
      />
    </>
  )
}
