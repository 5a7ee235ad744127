import type { Schema } from '@parley/sdk'

export type PersonForm = { goal: string; manner: string; facts: string }
export type SimulationForm = {
  who: 'suite' | 'own'
  people: PersonForm[]
  count: number | ''
  maxTurns: number | ''
  seed: number | ''
  draftId: string
}

type Profile = NonNullable<Schema<'SimulationBody'>['profiles']>[number]

export const blankPerson: PersonForm = { goal: '', manner: 'plain', facts: '' }
export const blankSimulation: SimulationForm = {
  who: 'suite',
  people: [blankPerson],
  count: 20,
  maxTurns: 20,
  seed: '',
  draftId: '',
}

export function toSimulationBody({
  who,
  people,
  count,
  maxTurns,
  seed,
  draftId,
}: SimulationForm): Schema<'SimulationBody'> {
  return {
    ...(who === 'suite' ? { suite: 'default' as const } : { profiles: people.map(toProfile) }),
    count: Number(count),
    ...(maxTurns !== '' && { maxTurns }),
    ...(seed !== '' && { seed }),
    ...(draftId !== '' && { draftId }),
  }
}

const toProfile = ({ goal, manner, facts }: PersonForm, at: number): Profile => {
  const known = parseFacts(facts)
  return {
    id: `person-${at + 1}`,
    goal: goal.trim(),
    manner: manner as NonNullable<Profile['manner']>,
    ...(Object.keys(known).length > 0 && { facts: known }),
  }
}

/** One fact per line: the name of a slot, a colon, and the answer. Lines without a name or an answer are left out. */
export function parseFacts(text: string): Record<string, string> {
  const entries = text.split('\n').flatMap((line) => {
    const at = line.indexOf(':')
    const [name, answer] = [line.slice(0, Math.max(at, 0)).trim(), line.slice(at + 1).trim()]
    return at > 0 && name !== '' && answer !== '' ? [[name, answer] as const] : []
  })
  return Object.fromEntries(entries)
}

/** The form that starts a simulation with the same people again. */
export function toSimulationForm({
  profiles,
  suite,
  count,
  maxTurns,
  seed,
  draftId = '',
}: Schema<'Simulation'>): SimulationForm {
  const people = profiles.map(({ goal, manner = 'plain', facts = {} }) => ({
    goal,
    manner,
    facts: Object.entries(facts)
      .map(([name, answer]) => `${name}: ${answer}`)
      .join('\n'),
  }))
  return { who: suite ? 'suite' : 'own', people: suite ? [blankPerson] : people, count, maxTurns, seed, draftId }
}
