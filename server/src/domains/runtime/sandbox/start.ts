import type { AgentContent, Channel, EmulatedChannel } from '@parley/amf'
import type { AgentDefinition } from '@parley/definition'
import type { Scenario } from '@parley/testcase'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Conversations } from '../../conversations/index.ts'
import type { ConversationPartner } from '../deps.ts'
import { type ComposedReminder, composeReminder, getReminderLead } from '../reminders/reminder.ts'
import type { InitiationState } from '../state/conversation-state.ts'
import type { SandboxActionDeps } from './deps.ts'
import { findSandboxState } from './queries.ts'
import { listUpcomingAppointments } from './sandbox-person.ts'
import type { SandboxState } from './sandbox-state.ts'

export type StartResult = { ok: true } | { ok: false; reason: string }
type Inputs = Record<string, string>
type OutreachRequest = { outreachId: string; inputs: Inputs; now: Date }

export type OutreachInitiations = {
  /** Returns the initiation message for a person, or why it would not be sent. */
  compose(
    definition: AgentDefinition,
    rehearsed: { partner: ConversationPartner; optedOut: boolean },
    request: OutreachRequest,
  ): { aml: string; outreach: { playbookId: string } } | { reason: string }
  /** Sends it, and saves the person's data from its inputs. */
  send(
    agent: AgentKey,
    showing: { asid: string; channel: Channel; outreachId: string; inputs: Inputs },
  ): Promise<StartResult>
}

export type SandboxStartDeps = SandboxActionDeps & {
  sandboxConversations: Pick<Conversations['sandbox'], 'capture'>
  /** Routes the person's next message to this initiation. */
  recordInitiation(agent: AgentKey, asid: string, opening: InitiationState): Promise<void>
  initiations: OutreachInitiations
  content(agent: AgentKey, partner: ConversationPartner): Promise<AgentContent>
}

type Start = Scenario['start']
export type ScenarioStart = { asid: string; channel: EmulatedChannel; start: Start }

/** Plays what the agent initiates. Nothing leaves the sandbox. */
export async function startScenario(
  agent: AgentKey,
  starting: ScenarioStart,
  deps: SandboxStartDeps,
): Promise<StartResult> {
  const { asid, channel, start: { outreach, reminder, resume } = {} } = starting
  if (outreach) {
    const { outreachId } = outreach
    if (!outreachId) return startFailed('The start does not specify an Outreach.')
    return deps.initiations.send(agent, { asid, channel, outreachId, inputs: readOutreachInputs(outreach) })
  }
  if (reminder) return startReminder(agent, starting, deps)
  if (resume) return resumePlaybook(agent, { asid, playbookId: resume.activePlaybook }, deps)
  return { ok: true }
}

/** Converts inputs to strings, as in a named send. */
export function readOutreachInputs({ inputs = {} }: NonNullable<NonNullable<Start>['outreach']>): Inputs {
  return Object.fromEntries(Object.entries(inputs).map(([key, value]) => [key, String(value)]))
}

async function startReminder(
  agent: AgentKey,
  { asid, channel }: ScenarioStart,
  deps: SandboxStartDeps,
): Promise<StartResult> {
  const [definition, sandbox] = await Promise.all([
    deps.definitions.read(deps.db, agent),
    findSandboxState(deps.db, agent, asid),
  ])
  if (!sandbox) return startFailed('The person of this conversation no longer exists.')
  const reminder = composeSandboxReminder(definition, sandbox, deps.world.now())
  if ('reason' in reminder) return startFailed(reminder.reason)
  const captured = await deps.sandboxConversations.capture(
    agent,
    { asid, channel },
    { ...reminder.message, id: 'reminder' },
  )
  if (!captured.accepted) {
    return startFailed(
      captured.reason === 'optedOut' ? 'The person has opted out.' : (captured.detail ?? captured.reason),
    )
  }
  const { playbookId } = definition.scheduling.reminders ?? {}
  await deps.recordInitiation(agent, asid, { text: reminder.text, playbookId })
  return { ok: true }
}

/** Composes a reminder for the next appointment, regardless of the lead time: a case does not wait. */
export function composeSandboxReminder(
  definition: AgentDefinition,
  rehearsal: Pick<SandboxState, 'appointments' | 'partner'>,
  now: Date,
): ComposedReminder | { reason: string } {
  if (getReminderLead(definition) === undefined) return { reason: 'Reminders are turned off.' }
  const [next] = listUpcomingAppointments(rehearsal, now)
  if (!next) return { reason: 'There is no upcoming appointment to send a reminder for.' }
  const { startUtc, timezone, representativeName } = next
  const { firstName } = rehearsal.partner
  return composeReminder(definition, { startUtc: new Date(startUtc), timezone, representativeName, firstName })
}

type ResumeRequest = { asid: string; playbookId: string }

/** A playbook owned by an Outreach resumes as one of that Outreach's conversations. */
async function resumePlaybook(
  agent: AgentKey,
  { asid, playbookId }: ResumeRequest,
  deps: SandboxStartDeps,
): Promise<StartResult> {
  const { playbooks } = await deps.definitions.read(deps.db, agent)
  const playbook = playbooks.find(({ id }) => id === playbookId)
  if (!playbook) return startFailed(`The playbook ${playbookId} does not exist.`)
  await deps.recordInitiation(agent, asid, { playbookId, outreachId: playbook.outreachId })
  return { ok: true }
}

const startFailed = (reason: string): StartResult => ({ ok: false, reason })
