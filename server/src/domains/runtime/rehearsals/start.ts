import type { AgentContent, Channel } from '@parley/amf'
import type { AgentDefinition } from '@parley/definition'
import type { CaseChannel, Scenario } from '@parley/testcase'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Conversations } from '../../conversations/index.ts'
import type { Partner } from '../deps.ts'
import { leadOf, reminderOf } from '../reminders/reminder.ts'
import type { Opening } from '../state/open.ts'
import type { RehearsalHandsDeps } from './deps.ts'
import { toCome } from './given-appointments.ts'
import { findRehearsal } from './queries.ts'
import type { Rehearsal } from './rehearsal.ts'

export type Opened = { ok: true } | { ok: false; why: string }
type Inputs = Record<string, string>
type Wanted = { outreachId: string; inputs: Inputs; now: Date }

/** Openings of Outreaches, by whoever keeps those. */
export type Openings = {
  /** What one would say to somebody, or why it would not. */
  of(
    definition: AgentDefinition,
    rehearsed: { partner: Partner; optedOut: boolean },
    wanted: Wanted,
  ): { aml: string; outreach: { playbookId: string } } | { why: string }
  /** Says it, and keeps what its inputs tell of the person. */
  show(
    agent: AgentKey,
    showing: { asid: string; channel: Channel; outreachId: string; inputs: Inputs },
  ): Promise<Opened>
}

export type StartDeps = RehearsalHandsDeps & {
  rehearser: Pick<Conversations['rehearser'], 'capture'>
  /** The next thing that the person says belongs to what was begun. */
  opened(agent: AgentKey, asid: string, opening: Opening): Promise<void>
  openings: Openings
  content(agent: AgentKey, partner: Partner): Promise<AgentContent>
}

type Start = Scenario['start']
export type Starting = { asid: string; channel: CaseChannel; start: Start }

/** What the agent begins by itself. Nothing of it leaves the sandbox. */
export async function start(agent: AgentKey, starting: Starting, deps: StartDeps): Promise<Opened> {
  const { asid, channel, start: { outreach, reminder, resume } = {} } = starting
  if (outreach) {
    const { outreachId } = outreach
    if (!outreachId) return no('The start names no Outreach.')
    return deps.openings.show(agent, { asid, channel, outreachId, inputs: inputsOf(outreach) })
  }
  if (reminder) return remind(agent, starting, deps)
  if (resume) return goOnIn(agent, { asid, playbookId: resume.activePlaybook }, deps)
  return { ok: true }
}

/** As a named send has them: texts. */
export function inputsOf({ inputs = {} }: NonNullable<NonNullable<Start>['outreach']>): Inputs {
  return Object.fromEntries(Object.entries(inputs).map(([key, value]) => [key, String(value)]))
}

async function remind(agent: AgentKey, { asid, channel }: Starting, deps: StartDeps): Promise<Opened> {
  const [definition, rehearsal] = await Promise.all([
    deps.definitions.read(deps.db, agent),
    findRehearsal(deps.db, agent, asid),
  ])
  if (!rehearsal) return no('Nobody is on file for this conversation any more.')
  const reminder = reminderFor(definition, rehearsal, deps.world.now())
  if ('why' in reminder) return no(reminder.why)
  const captured = await deps.rehearser.capture(agent, { asid, channel }, { ...reminder.message, id: 'reminder' })
  if (!captured.accepted) {
    return no(captured.reason === 'optedOut' ? 'The person has opted out.' : (captured.detail ?? captured.reason))
  }
  const { playbookId } = definition.scheduling.reminders ?? {}
  await deps.opened(agent, asid, { text: reminder.text, playbookId })
  return { ok: true }
}

/** Of the next appointment to come, whenever that is: a case does not wait for the lead. */
export function reminderFor(
  definition: AgentDefinition,
  rehearsal: Pick<Rehearsal, 'appointments' | 'partner'>,
  now: Date,
): ReturnType<typeof reminderOf> | { why: string } {
  if (leadOf(definition) === undefined) return { why: 'Reminders are turned off.' }
  const [next] = toCome(rehearsal, now)
  if (!next) return { why: 'There is no appointment to come to remind of.' }
  const { startUtc, timezone, representativeName } = next
  const { firstName } = rehearsal.partner
  return reminderOf(definition, { startUtc: new Date(startUtc), timezone, representativeName, firstName })
}

type Resuming = { asid: string; playbookId: string }

/** An owned playbook is one of the conversations of its Outreach. */
async function goOnIn(agent: AgentKey, { asid, playbookId }: Resuming, deps: StartDeps): Promise<Opened> {
  const { playbooks } = await deps.definitions.read(deps.db, agent)
  const playbook = playbooks.find(({ id }) => id === playbookId)
  if (!playbook) return no(`There is no playbook ${playbookId}.`)
  await deps.opened(agent, asid, { playbookId, outreachId: playbook.outreachId })
  return { ok: true }
}

const no = (why: string): Opened => ({ ok: false, why })
