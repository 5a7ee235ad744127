import type { AgentFlow } from '@parley/definition'
import { strings } from '#i18n/aml.ts'
import { exampleValues } from '../../../../components/aml/example-person.ts'
import type { FlowEditorState } from '../useFlowEditor.ts'
import { simulateChoices } from './choices.ts'
import type { SimulationWorld } from './simulation.ts'

const { other: _, ...exampleFields } = strings.example
const examplePerson = Object.fromEntries(
  Object.entries(exampleFields).map(([field, value]) => [`person.${field}`, value]),
)

/** The world that a flow is tried in: the agent as it is, a person as told. */
export function createSimulationWorld(
  studio: FlowEditorState,
  options: { known: boolean; toolsSucceed: boolean },
): SimulationWorld {
  const { document, playbookId, playbooks, contentData, references } = studio
  const now = new Date().toISOString()
  return {
    playbookId,
    flowOf: (id) =>
      id === playbookId ? document.flow : (playbooks.find((one) => one.id === id)?.flow as AgentFlow | undefined),
    agent: exampleValues(contentData),
    person: options.known ? examplePerson : {},
    choices: (source, slot) => simulateChoices(source, slot, contentData, now),
    toolsSucceed: options.toolsSucceed,
    now,
    timezone: references.timezone,
  }
}
