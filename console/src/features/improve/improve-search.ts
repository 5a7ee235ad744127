export const questionStates = ['open', 'answered', 'dismissed'] as const
export const outcomeGroups = ['day', 'channel', 'playbook', 'version'] as const
export const sessionFilters = ['contained', 'notContained', 'unanswered', 'handedOver', 'goal', 'error'] as const
export const insightSpans = ['7', '30', '90'] as const

export type QuestionState = (typeof questionStates)[number]
export type OutcomeGroup = (typeof outcomeGroups)[number]
export type SessionFilterKind = (typeof sessionFilters)[number]
export type InsightSpan = (typeof insightSpans)[number]

export type QuestionsSearch = { state?: QuestionState; question?: string }
export type OutcomesSearch = { days?: InsightSpan; by?: OutcomeGroup }
/** The list behind a bar: exactly its time, key and outcome. */
export type SessionsSearch = {
  start?: string
  end?: string
  by?: OutcomeGroup
  key?: string
  outcome?: SessionFilterKind
  topic?: string
}

type SearchParams = Record<string, unknown>
const text = (value: unknown) => (value === undefined || value === null ? undefined : String(value))
const oneOf = <T extends string>(list: readonly T[], value: unknown) => list.find((one) => one === String(value))
const omitEmpty = <T extends object>(search: T): T =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as T
const instant = (value: unknown) => (Number.isNaN(Date.parse(String(value))) ? undefined : String(value))

export const readQuestionsSearch = (search: SearchParams): QuestionsSearch =>
  omitEmpty({ state: oneOf(questionStates, search.state), question: text(search.question) })

export const readOutcomesSearch = (search: SearchParams): OutcomesSearch =>
  omitEmpty({ days: oneOf(insightSpans, search.days), by: oneOf(outcomeGroups, search.by) })

export function readSessionsSearch(search: SearchParams): SessionsSearch {
  const by = oneOf(outcomeGroups, search.by)
  const key = text(search.key)
  const hasKey = by !== undefined && key !== undefined
  return omitEmpty({
    start: instant(search.start),
    end: instant(search.end),
    by: hasKey ? by : undefined,
    key: hasKey ? key : undefined,
    outcome: oneOf(sessionFilters, search.outcome),
    topic: text(search.topic),
  })
}

export const defaultSpan: InsightSpan = '30'
const dayMs = 86_400_000

/** Whole UTC days including today, so that the bars of a chart are complete days. */
export function computeInsightWindow(days: string, now: number): { start: string; end: string } {
  const tomorrow = (Math.floor(now / dayMs) + 1) * dayMs
  return { start: new Date(tomorrow - Number(days) * dayMs).toISOString(), end: new Date(tomorrow).toISOString() }
}

/** Every UTC day of the window, also those without sessions. */
export function listUtcDays({ start, end }: { start: string; end: string }): string[] {
  const days: string[] = []
  for (let at = Date.parse(start); at < Date.parse(end); at += dayMs) days.push(new Date(at).toISOString().slice(0, 10))
  return days
}
