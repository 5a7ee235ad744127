import { useQuery } from '@tanstack/react-query'
import { useAgent } from '../../../app/current-org.ts'
import type { AgentFact } from '../sections/knowledge-section.ts'

export type FactForm = {
  id: string
  question: string
  alternates: string[]
  answer: string
  exact: boolean
  enabled: boolean
  confirmed: boolean
  alwaysOn: boolean
  playbookIds: string[]
  locationIds: string[]
}

export function toFactForm(fact: AgentFact | undefined): FactForm {
  return {
    id: fact?.id ?? '',
    question: fact?.question ?? '',
    alternates: fact?.alternates ?? [],
    answer: fact?.answer ?? '',
    exact: fact?.exact ?? false,
    enabled: fact?.enabled ?? true,
    confirmed: fact?.confirmed ?? true,
    alwaysOn: fact?.alwaysOn ?? false,
    playbookIds: fact?.scope?.playbookIds ?? [],
    locationIds: fact?.scope?.locationIds ?? [],
  }
}

/** Omits default values; retains the origin. */
export function toFact(
  { id, question, answer, alternates, playbookIds, locationIds, ...is }: FactForm,
  before?: AgentFact,
): AgentFact {
  const scope = {
    ...(playbookIds.length > 0 && { playbookIds }),
    ...(locationIds.length > 0 && { locationIds }),
  }
  return {
    id,
    question,
    answer,
    ...(before?.source && { source: before.source }),
    ...(alternates.length > 0 && { alternates }),
    ...(is.exact && { exact: true }),
    ...(!is.enabled && { enabled: false }),
    ...(!is.confirmed && { confirmed: false }),
    ...(is.alwaysOn && { alwaysOn: true }),
    ...(Object.keys(scope).length > 0 && { scope }),
  }
}

export const factStates = ['all', 'waiting', 'off', 'exact', 'always'] as const
export type FactState = (typeof factStates)[number]

const matchesQuery: Record<FactState, (fact: AgentFact) => boolean> = {
  all: () => true,
  waiting: ({ confirmed }) => confirmed === false,
  off: ({ enabled }) => enabled === false,
  exact: ({ exact }) => exact === true,
  always: ({ alwaysOn }) => alwaysOn === true,
}

export const isFactState = (state: string | undefined): state is FactState => factStates.some((one) => one === state)

export function filterFacts(facts: readonly AgentFact[], q: string, state: FactState): AgentFact[] {
  const terms = q.toLowerCase().split(/\s+/).filter(Boolean)
  return facts.filter((fact) => {
    const text = [fact.id, fact.question, fact.answer, ...(fact.alternates ?? [])].join('\n').toLowerCase()
    return matchesQuery[state](fact) && terms.every((word) => text.includes(word))
  })
}

export function usePlaybookOptions(): { value: string; label: string }[] {
  const agent = useAgent()
  const { data } = useQuery({
    queryKey: agent.key('playbooks', 'choices'),
    queryFn: ({ signal }) => agent.api.get('/playbooks', { signal }),
  })
  return (data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
}
