import { type AgentDefinition, type AgentPlaybook, listEnabledLocations } from '@parley/definition'
import { coverFlow, type FlowWay, type FlowWorld, readStranger } from '@parley/flow'
import { type CaseDocument, createPreset, maxTurnsPerCase } from '@parley/testcase'

/** Generates cases that together pass every step and branch of every flow. No model is called. */
export function generateCoverageCases(definition: AgentDefinition, now: Date): CaseDocument[] {
  const world = createCoverageWorld(definition, now)
  const limits = {
    maxTurns: maxTurnsPerCase,
    canSetUp: (person: Readonly<Record<string, unknown>>) => createPreset(person) !== undefined,
  }
  return definition.playbooks.flatMap((playbook) =>
    coverFlow(playbook.id, world, limits).map((way, at) =>
      toCase(playbook, { ...way, ...setUpScheduling(definition, playbook, way) }, { at, now }),
    ),
  )
}

/** The world of a person who is not on file yet, as in a test case without a persona. */
function createCoverageWorld({ playbooks, scheduling, locations }: AgentDefinition, now: Date): FlowWorld {
  const flows = new Map(playbooks.map(({ id, flow }) => [id, flow]))
  return {
    flowOf: (id) => flows.get(id),
    person: readStranger,
    now: now.toISOString(),
    timezone: scheduling.timezone ?? 'UTC',
    locations,
  }
}

type Setup = Pick<NonNullable<CaseDocument['scenario']>, 'appointments'> & Pick<FlowWay, 'person'>

/**
 * What the tools of a way need besides what its conditions read: an appointment to move or to cancel, and, with several
 * locations, the one where times are open.
 */
function setUpScheduling({ locations }: AgentDefinition, { flow }: AgentPlaybook, { turns, person }: FlowWay): Setup {
  const [location, ...others] = listEnabledLocations(locations)
  const locationId = location?.id
  const choosesTime = turns.some((turn) => typeof turn === 'object' && 'slot' in turn)
  const asksLocation = flow?.slots.some(({ type }) => type === 'location')
  const reads = (field: string) => JSON.stringify(flow ?? {}).includes(`person.${field}`)
  const prefers = others.length > 0 && choosesTime && !asksLocation && !reads('preferredLocationId')
  const actions = new Set(flow?.steps.map((step) => ('action' in step ? step.action : undefined)))
  const changes = actions.has('scheduling.reschedule') || actions.has('scheduling.cancel')
  const isOnFile = changes && !actions.has('scheduling.book') && !reads('scheduledCallAt')
  return {
    ...(isOnFile && { appointments: [{ startsIn: 'P2D', ...(location && { locationId }) }] }),
    ...((prefers || person) && { person: { ...person, ...(prefers && { 'person.preferredLocationId': locationId }) } }),
  }
}

function toCase(
  { id, name, isDefault }: AgentPlaybook,
  way: FlowWay & Setup,
  { at, now }: { at: number; now: Date },
): CaseDocument {
  const { turns, stubs, person, appointments, outcomes } = way
  const start = isDefault ? {} : { start: { resume: { activePlaybook: id } } }
  const preset = person && createPreset(person)
  const scenario = {
    ...(preset && { persona: { preset } }),
    ...(appointments && { appointments }),
    ...start,
    ...(stubs && { stubs }),
  }
  return {
    key: `coverage-${id
      .toLowerCase()
      .replace(/[^a-z0-9-]+/g, '-')
      .slice(0, 100)}-${at + 1}`,
    title: `${name.slice(0, 200)}: way ${at + 1}, ${outcomes.join(', ') || 'no outcome'}`.slice(0, 300),
    tags: ['coverage'],
    origin: { kind: 'generated', generatedFrom: `coverage:${id}`, generatedAt: now.toISOString() },
    ...(Object.keys(scenario).length > 0 && { scenario }),
    turns: [...turns],
    expect: { checks: { outcomes } },
  }
}
