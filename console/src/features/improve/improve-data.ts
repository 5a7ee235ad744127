import type { Schema } from '@parley/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type CurrentAgent, useAgent } from '../../app/current-org.ts'
import { type CsvCell, formatCsv } from '../../components/save-file.ts'
import { useNow } from '../../components/Timestamp.tsx'
import {
  computeInsightWindow,
  defaultSpan,
  listUtcDays,
  type OutcomeGroup,
  type QuestionState,
} from './improve-search.ts'

export type UnansweredQuestion = Schema<'UnansweredQuestion'>
export type Outcome = Schema<'Outcome'>
export type Topic = Schema<'Topic'>

export function useInsightWindow(days: string = defaultSpan) {
  return computeInsightWindow(days, useNow(600_000))
}

/** All questions of a state, most asked first. */
export async function readAllQuestions(
  api: CurrentAgent['api'],
  state: QuestionState,
  signal?: AbortSignal,
): Promise<UnansweredQuestion[]> {
  const questions: UnansweredQuestion[] = []
  let pageToken: string | undefined
  do {
    const query = { state, limit: 100, ...(pageToken !== undefined && { pageToken }) }
    const page = await api.get('/insights/unanswered', { query, ...(signal && { signal }) })
    questions.push(...page.data)
    pageToken = page.nextPageToken
  } while (pageToken !== undefined)
  return questions
}

export function useOutcomes(window: { start: string; end: string }, groupBy: OutcomeGroup) {
  const agent = useAgent()
  return useQuery({
    queryKey: agent.key('insights', 'outcomes', window.start, window.end, groupBy),
    queryFn: async ({ signal }) =>
      (await agent.api.get('/insights/outcomes', { query: { ...window, groupBy }, signal })).data,
    placeholderData: keepPreviousData,
  })
}

const noSessions = { sessions: 0, contained: 0, questions: 0, unanswered: 0, handedOver: 0, goalsReached: 0, errors: 0 }

/** Days without sessions have no row, and a chart needs their bars. */
export function fillDays(rows: readonly Outcome[], window: { start: string; end: string }): Outcome[] {
  const known = new Map(rows.map((row) => [row.key, row]))
  return listUtcDays(window).map((key) => known.get(key) ?? { key, ...noSessions, medianTurns: 0 })
}

const outcomeColumns = [
  'sessions',
  'contained',
  'questions',
  'unanswered',
  'handedOver',
  'goalsReached',
  'errors',
  'medianTurns',
] as const

export function formatOutcomesAsCsv(groupBy: string, rows: readonly Outcome[]): Promise<string> {
  const cells = rows.map((row): CsvCell[] => [
    row.key,
    ...outcomeColumns.map((name) => row[name]),
    row.cost?.amount,
    row.cost?.currency,
  ])
  return formatCsv([[groupBy, ...outcomeColumns, 'cost', 'currency'], ...cells])
}

export function formatTopicsAsCsv(topics: readonly Topic[]): Promise<string> {
  const columns = ['count', 'share', 'sessions', 'contained', 'goalRate', 'handedOver'] as const
  return formatCsv([
    ['topic', ...columns],
    ...topics.map((topic): CsvCell[] => [topic.label, ...columns.map((name) => topic[name])]),
  ])
}

export function formatQuestionsAsCsv(questions: readonly UnansweredQuestion[]): Promise<string> {
  const columns = ['count', 'people', 'firstAt', 'lastAt', 'state', 'answeredAt', 'factId', 'draftId'] as const
  return formatCsv([
    ['question', ...columns, 'suggestion'],
    ...questions.map((entry): CsvCell[] => [
      entry.question,
      ...columns.map((name) => entry[name]),
      entry.suggestion?.answer,
    ]),
  ])
}

/** A check that the reply contains the beginning of the answer: its first sentence, as far as it fits on a line. */
export function excerptOfAnswer(answer: string): string {
  const line = answer.trim().split('\n')[0] ?? ''
  const sentence = /^.*?[.!?](?=\s|$)/.exec(line)?.[0] ?? line
  return sentence.slice(0, 80).trim()
}
