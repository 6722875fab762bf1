import { Navigate } from 'react-router-dom'
import { PageHead } from '../../admin/parts/page-head.tsx'
import { OpenedQuestion } from './opened-question.tsx'
import { QuestionTabs } from './question-tabs.tsx'
import { useQuestionAddress } from './use-question-address.ts'

export function QuestionsPage() {
  const address = useQuestionAddress()
  return (
    <>
      <PageHead
        title="Questions"
        lead="Ask a question in SQL: one SELECT over all recorded events. It cannot change the shop."
      />
      <QuestionTabs />
      <OpenedQuestion key={address.opening} address={address} />
    </>
  )
}

export const StartPage = () => <Navigate to="/analysis/questions" replace />
