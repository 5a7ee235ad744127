import { compile, render } from '@parley/amf'
import type { AgentDefinition } from '@parley/definition'
import type { Scenario } from '@parley/testcase'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { describePartner, findProductInterest, formatCurrentTime } from '../prompt/sections.ts'
import { resolveTurnStart } from '../state/conversation-state.ts'
import { buildSandboxState, type SandboxPerson } from './sandbox-person.ts'
import type { SandboxState } from './sandbox-state.ts'
import { composeSandboxReminder, readOutreachInputs, type SandboxStartDeps } from './start.ts'

export type ScenarioPreview = {
  brief: {
    person?: Record<string, unknown>
    formData?: SandboxPerson['formData']
    currentDate: string
    channel: SandboxPerson['channel']
  }
  resolved: {
    likelyTimezone?: string
    productInterest?: { raw: string; mapped?: string; display?: string }
    representative?: { id: string; name: string; title?: string }
    startingPlaybook?: string
    /** The agent's first message, if it starts the conversation. */
    greeting?: string
  }
}

export type PreviewRequest = { definition: AgentDefinition; cast: SandboxPerson; start: Scenario['start'] }

/** Returns what the first turn of a scenario would see, without creating anything or calling a model. */
export async function previewScenario(
  db: Db,
  agent: AgentKey,
  request: PreviewRequest,
  deps: SandboxStartDeps,
): Promise<ScenarioPreview> {
  const { definition, cast, start } = request
  const definitions = { ...deps.definitions, read: async () => definition }
  const sandbox = await buildSandboxState(db, agent, cast, { ...deps, definitions })
  const { partner } = sandbox
  const formData = cast.formData ?? start?.outreach?.formData
  const { playbook, greeting } = await resolveStart(agent, { ...request, rehearsal: sandbox }, deps)
  const timezone = partner.timezone ?? definition.scheduling.timezone ?? 'UTC'
  return {
    brief: {
      ...(isAnonymous(cast) ? {} : { person: toJson(describePartner(partner, definition.things)) }),
      ...(formData && { formData }),
      currentDate: formatCurrentTime(deps.world.now(), timezone),
      channel: cast.channel,
    },
    resolved: {
      ...(partner.timezone !== undefined && { likelyTimezone: partner.timezone }),
      ...(partner.productInterest !== undefined && {
        productInterest: { raw: partner.productInterest, ...findProductInterest(partner, definition.things) },
      }),
      ...findRepresentative(definition, partner.assignedRepresentativeId),
      ...(playbook !== undefined && { startingPlaybook: playbook }),
      ...(greeting !== undefined && { greeting }),
    },
  }
}

const isAnonymous = ({ preset: { fields = {} } }: SandboxPerson): boolean => Object.keys(fields).length === 0

const toJson = (person: object): Record<string, unknown> => JSON.parse(JSON.stringify(person))

function findRepresentative({ scheduling }: AgentDefinition, assigned: string | undefined) {
  const found = scheduling.representatives.find(({ id }) => id === assigned)
  if (!found) return {}
  const { id, name, title } = found
  return { representative: { id, name, ...(title !== undefined && { title }) } }
}

type PreviewStart = { playbook?: string; greeting?: string }

async function resolveStart(
  agent: AgentKey,
  { definition, cast, start = {}, rehearsal: sandbox }: PreviewRequest & { rehearsal: SandboxState },
  deps: SandboxStartDeps,
): Promise<PreviewStart> {
  const now = deps.world.now()
  const { outreach, reminder, resume } = start
  if (outreach) {
    const wanted = { outreachId: outreach.outreachId ?? '', inputs: readOutreachInputs(outreach), now }
    const opening = deps.initiations.compose(definition, sandbox, wanted)
    if ('reason' in opening) return { playbook: findOwnedPlaybook(definition, wanted.outreachId) }
    const { playbookId: playbook } = opening.outreach
    const { message, problems } = compile(opening.aml, { content: await deps.content(agent, sandbox.partner) })
    if (problems.length > 0) return { playbook }
    const { messages } = render(message, { channel: cast.channel, messageId: 'preview' })
    return { playbook, greeting: messages.map(({ text }) => text).join('\n') }
  }
  if (reminder) {
    const { playbookId } = definition.scheduling.reminders ?? {}
    const composed = composeSandboxReminder(definition, sandbox, now)
    return {
      playbook: findStartingPlaybook(definition, playbookId),
      ...('text' in composed && { greeting: composed.text }),
    }
  }
  if (resume) return { playbook: definition.playbooks.find(({ id }) => id === resume.activePlaybook)?.id }
  return { playbook: findStartingPlaybook(definition) }
}

const findOwnedPlaybook = ({ outreaches }: AgentDefinition, outreachId: string) =>
  outreaches.find(({ id }) => id === outreachId)?.playbookId

/** Resolves the playbook of the first turn with the same rules as every turn. */
function findStartingPlaybook(definition: AgentDefinition, playbookId?: string): string | undefined {
  const state = { reached: [], history: [], opened: { playbookId } }
  const stored = { sessionId: '', state, updatedAt: new Date(0) }
  return resolveTurnStart(stored, { sessionId: '', now: new Date(0), definition }).state.playbookId
}
