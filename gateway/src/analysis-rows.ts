import {
  ActivityQuery,
  AnalysisEventQuery,
  BooksQuery,
  HistogramQuery,
  LogCheckBody,
  TailQuery,
} from '@shop/language/analysis/api'
import { EvidenceQuery } from '@shop/language/analysis/evidence'
import { ExplainQuery } from '@shop/language/analysis/explain'
import { AnswerExportBody, ExportBody } from '@shop/language/analysis/exports'
import { ReducerBody } from '@shop/language/analysis/reducers'
import { RunBody } from '@shop/language/analysis/runs'
import { StreamQuery } from '@shop/language/analysis/streams'
import { ThingMomentsQuery, ThingQuery, ThingsQuery } from '@shop/language/analysis/things'
import { type ApiRow, answeredBy, createCall, getCall, writeCall } from './api-row.ts'
import { questionRows } from './question-rows.ts'

export const analysisRows: readonly ApiRow[] = [
  getCall('/api/analysis/catalogue', 'analyst', 'All types of events', 'EventType[]'),
  ...[
    getCall(
      '/api/analysis/status',
      'analyst',
      'How far the log is copied for analysis, and whether the copy is sound',
      'AnalysisStatus',
    ),
    writeCall(
      'POST /api/analysis/log-check',
      'analyst',
      'Compare the whole log with the copy now',
      'LogCheckStarted',
      LogCheckBody,
    ),
    getCall('/api/analysis/events', 'analyst', 'Events, newest first', 'CopiedEvent[]', AnalysisEventQuery),
    getCall('/api/analysis/histogram', 'analyst', 'The number of events over time', 'Histogram', HistogramQuery),
    getCall('/api/analysis/tail', 'analyst', 'New events, as soon as they are copied', 'TailMessage', TailQuery),
    getCall(
      '/api/analysis/streams/{name}',
      'analyst',
      'A stream: its events, and what each event changed',
      'CopiedStream',
      StreamQuery,
    ),
    getCall(
      '/api/analysis/streams/{name}/test',
      'analyst',
      'A test made from the events of a stream or an order',
      'StreamTest',
    ),
    getCall('/api/analysis/orders/{id}/life', 'analyst', 'All events about one order, from all streams', 'OrderLife'),
    getCall(
      '/api/analysis/people/{id}',
      'admin',
      'The pseudonym that stands for an account in the names of its streams',
      'PersonPseudonym',
    ),
    getCall(
      '/api/analysis/dashboard',
      'analyst',
      "The dashboard's sums as of an event or a moment",
      'BooksAsOf',
      BooksQuery,
    ),
    getCall(
      '/api/analysis/activity',
      'analyst',
      'What happened up to an event or a moment, and what was open then',
      'ActivityAsOf',
      ActivityQuery,
    ),
    getCall(
      '/api/analysis/explain',
      'analyst',
      'The events behind a figure of the dashboard',
      'Explained',
      ExplainQuery,
    ),
    getCall(
      '/api/analysis/evidence',
      'analyst',
      'Events by their numbers, each with its order, product, customer and money',
      'Evidence',
      EvidenceQuery,
    ),
    getCall(
      '/api/analysis/timeline',
      'analyst',
      "The number of events over time, with price changes and new releases of the shop's software",
      'Timeline',
    ),
    getCall(
      '/api/analysis/things/{kind}',
      'analyst',
      'Orders, carts, products, stock or prices as of an event or a moment',
      'ThingsAsOf',
      ThingsQuery,
    ),
    getCall(
      '/api/analysis/things/{kind}/{id}',
      'analyst',
      'One order, cart, product, stock or price as of an event or a moment',
      'ThingAsOf',
      ThingQuery,
    ),
    getCall(
      '/api/analysis/things/{kind}/{id}/changes',
      'analyst',
      'One order, cart, product, stock or price at two moments, and the events between them that changed it',
      'ThingAtTwoMoments',
      ThingMomentsQuery,
    ),
    createCall('/api/analysis/runs', 'analyst', 'Ask a question in SQL', 'Run', RunBody),
    createCall('/api/analysis/reducers', 'analyst', 'Fold events by a rule in JavaScript', 'Run', ReducerBody),
    getCall('/api/analysis/runs/{id}', 'analyst who asked', 'The progress or the answer of a run', 'Run'),
    writeCall('DELETE /api/analysis/runs/{id}', 'analyst who asked', 'Cancel a run', 'Run'),
    getCall('/api/analysis/exports/{id}', 'analyst who asked', 'The file of an export', 'Archive'),
  ].map((row) => answeredBy('analysis', row)),
  createCall('/api/analysis/exports', 'analyst', 'Export events', 'Export', ExportBody),
  createCall(
    '/api/analysis/answer-exports',
    'analyst',
    'Export the answer of a question',
    'AnswerExport',
    AnswerExportBody,
  ),
  ...questionRows,
]
