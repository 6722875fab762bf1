import {
  PutOnBoardBody,
  QuestionQuery,
  QuestionsQuery,
  RenameQuestionBody,
  SaveQuestionBody,
  SaveRuleBody,
} from '@shop/language/question/api'
import { type ApiRow, createCall, getCall, writeCall } from './api-row.ts'

export const questionRows: readonly ApiRow[] = [
  getCall('/api/analysis/questions', 'analyst', 'Saved questions and rules', 'SavedQuestion[]', QuestionsQuery),
  createCall('/api/analysis/questions', 'analyst', 'Save a question', 'SavedQuestion', SaveQuestionBody),
  createCall('/api/analysis/rules', 'analyst', 'Save a rule in JavaScript', 'SavedQuestion', SaveRuleBody),
  getCall('/api/analysis/questions/{name}', 'analyst', 'One saved question or rule', 'SavedQuestion', QuestionQuery),
  writeCall(
    'PUT /api/analysis/questions/{name}',
    'analyst',
    'Rename a saved question or rule',
    'SavedQuestion',
    RenameQuestionBody,
  ),
  writeCall('DELETE /api/analysis/questions/{name}', 'analyst', 'Delete a saved question or rule', 'Message'),
  getCall(
    '/api/analysis/board',
    'analyst',
    "The saved questions on the analysts' board, in their order",
    'SavedQuestion[]',
  ),
  writeCall(
    'PUT /api/analysis/board/{name}',
    'analyst',
    'Put a saved question on the board, or change its place',
    'BoardPlace',
    PutOnBoardBody,
  ),
  writeCall('DELETE /api/analysis/board/{name}', 'analyst', 'Take a question off the board', 'Message'),
  getCall(
    '/api/analysis/mailed-questions',
    'analyst',
    'The questions whose answers the caller gets by mail each Monday',
    'MailedQuestion[]',
  ),
  writeCall(
    'PUT /api/analysis/questions/{name}/mail',
    'analyst',
    "Get a question's answer by mail each Monday",
    'MailedQuestion',
  ),
  writeCall('DELETE /api/analysis/questions/{name}/mail', 'analyst', 'Stop the weekly mail of a question', 'Message'),
]
