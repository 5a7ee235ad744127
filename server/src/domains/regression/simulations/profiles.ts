import type { AgentDefinition } from '@parley/definition'
import { type Manner, manners } from '@parley/flow'
import type { SimulationProfile } from './simulation.ts'

const maxFactProfiles = 20
const maxProfiles = 60
const maxGoalLength = 500

/** Makes profiles from the agent itself: its goals, its playbooks and its Facts, each in another manner. */
export function createDefaultProfiles({ goals, playbooks, facts }: AgentDefinition): SimulationProfile[] {
  const wishes = [
    ...goals.goals.map(({ id, name }) => ({ id: `goal-${id}`, goal: name })),
    ...playbooks.map(({ id, name }) => ({ id: `playbook-${id}`, goal: name })),
    ...facts
      .filter(({ enabled, confirmed }) => enabled !== false && confirmed !== false)
      .slice(0, maxFactProfiles)
      .map(({ id, question }) => ({ id: `fact-${id}`, goal: question })),
  ]
  const named = wishes.filter(({ goal }) => goal.trim() !== '')
  const profiles = named.length > 0 ? named : [{ id: 'visitor', goal: 'What can you do for me?' }]
  return profiles.slice(0, maxProfiles).map(({ id, goal }, at) => ({
    id: id.slice(0, 64),
    goal: goal.slice(0, maxGoalLength).toWellFormed(),
    manner: manners[at % manners.length] as Manner,
  }))
}

/** The goal of the agent that the profile names, by id or name. */
export function findNamedGoal({ goals }: AgentDefinition, goal: string) {
  const wanted = goal.trim().toLowerCase()
  return goals.goals.find(({ id, name }) => id.toLowerCase() === wanted || name.trim().toLowerCase() === wanted)
}
