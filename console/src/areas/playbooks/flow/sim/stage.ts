import type { AgentFlow } from '@parley/definition'
import { words } from '#words/aml.ts'
import { exampleValues } from '../../../../parts/aml/example-person.ts'
import type { Studio } from '../useStudio.ts'
import { choicesOf } from './choices.ts'
import type { Stage } from './session.ts'

const { other: _, ...onFile } = words.example
const known = Object.fromEntries(Object.entries(onFile).map(([field, value]) => [`person.${field}`, value]))

/** The world that a flow is tried in: the agent as it is, a person as told. */
export function stageOf(studio: Studio, told: { known: boolean; toolsSucceed: boolean }): Stage {
  const { document, playbookId, playbooks, parts, around } = studio
  const now = new Date().toISOString()
  return {
    playbookId,
    flowOf: (id) =>
      id === playbookId ? document.flow : (playbooks.find((one) => one.id === id)?.flow as AgentFlow | undefined),
    agent: exampleValues(parts),
    person: told.known ? known : {},
    choices: (source, slot) => choicesOf(source, slot, parts, now),
    toolsSucceed: told.toolsSucceed,
    now,
    timezone: around.timezone,
  }
}
