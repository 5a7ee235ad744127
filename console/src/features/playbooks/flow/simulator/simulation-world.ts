import type { AgentFlow, FlowSlot } from '@parley/definition'
import type { FlowChoice } from '@parley/flow'
import { strings } from '#i18n/aml.ts'
import { language } from '#i18n/language.ts'
import { createExampleValues } from '../../../../components/aml/agent-content.ts'
import type { FlowEditorState } from '../useFlowEditor.ts'
import type { SimulationWorld } from './simulation.ts'

type ChoiceCatalog = {
  things: readonly { id: string; name: string; description?: string; collections?: readonly string[] }[]
}

/** Simulates what a source offers: the agent's real Things, and generated times for the coming days. */
export function simulateChoices(source: string, slot: FlowSlot, { things }: ChoiceCatalog, now: string): FlowChoice[] {
  if (source === 'things') return things.map(toChoiceOption)
  if (source.startsWith('collection:')) {
    const id = source.slice('collection:'.length).trim()
    return things.filter(({ collections }) => collections?.includes(id)).map(toChoiceOption)
  }
  return slot.type === 'timeslot' || source === 'scheduling.offerTimes' ? simulatedTimes(now) : []
}

const toChoiceOption = ({ id, name, description }: ChoiceCatalog['things'][number]): FlowChoice => ({
  id,
  label: name,
  ...(description && { description }),
})

const day = 86_400_000
const format = new Intl.DateTimeFormat(language, {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  timeZone: 'UTC',
})

function simulatedTimes(now: string): FlowChoice[] {
  const today = Math.floor(Date.parse(now) / day) * day
  return [10, 14]
    .flatMap((hour) =>
      [1, 2].map((days) => {
        const at = new Date(today + days * day + hour * 3_600_000)
        return { id: at.toISOString(), label: format.format(at) }
      }),
    )
    .sort((one, two) => one.id.localeCompare(two.id))
}

const { other: _, ...exampleFields } = strings.example
const examplePerson = Object.fromEntries(
  Object.entries(exampleFields).map(([field, value]) => [`person.${field}`, value]),
)

/** What is on file of a person who writes for the first time. */
export const stranger: SimulationWorld['person'] = { 'person.status': 'new', 'person.consent.status': 'unknown' }

/** Creates the simulated world: the real agent and the given person. */
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
    agent: createExampleValues(contentData),
    person: options.known ? { ...stranger, ...examplePerson } : stranger,
    choices: (source, slot) => simulateChoices(source, slot, contentData, now),
    locations: references.locations,
    toolsSucceed: options.toolsSucceed,
    now,
    timezone: references.timezone,
  }
}
