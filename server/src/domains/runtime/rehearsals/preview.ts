import { compile, render } from '@parley/amf'
import type { AgentDefinition } from '@parley/definition'
import type { Scenario } from '@parley/testcase'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { interestOf, knownOf, timeSaid } from '../prompt/sections.ts'
import { beginTurn } from '../state/begin.ts'
import { type Cast, rehearsalOf } from './cast.ts'
import type { Rehearsal } from './rehearsal.ts'
import { inputsOf, reminderFor, type StartDeps } from './start.ts'

export type Preview = {
  brief: {
    person?: Record<string, unknown>
    formData?: Cast['formData']
    currentDate: string
    channel: Cast['channel']
  }
  resolved: {
    likelyTimezone?: string
    productInterest?: { raw: string; mapped?: string; display?: string }
    representative?: { id: string; name: string; title?: string }
    startingPlaybook?: string
    /** What the agent says first, by itself. */
    greeting?: string
  }
}

export type Previewed = { definition: AgentDefinition; cast: Cast; start: Scenario['start'] }

/** What the first turn would see of a scenario; nothing is made, and no model is asked. */
export async function preview(db: Db, agent: AgentKey, asked: Previewed, deps: StartDeps): Promise<Preview> {
  const { definition, cast, start } = asked
  const definitions = { ...deps.definitions, read: async () => definition }
  const rehearsal = await rehearsalOf(db, agent, cast, { ...deps, definitions })
  const { partner } = rehearsal
  const formData = cast.formData ?? start?.outreach?.formData
  const { playbook, greeting } = await beginningOf(agent, { ...asked, rehearsal }, deps)
  const timezone = partner.timezone ?? definition.scheduling.timezone ?? 'UTC'
  return {
    brief: {
      ...(isStranger(cast) ? {} : { person: written(knownOf(partner, definition.things)) }),
      ...(formData && { formData }),
      currentDate: timeSaid(deps.world.now(), timezone),
      channel: cast.channel,
    },
    resolved: {
      ...(partner.timezone !== undefined && { likelyTimezone: partner.timezone }),
      ...(partner.productInterest !== undefined && {
        productInterest: { raw: partner.productInterest, ...interestOf(partner, definition.things) },
      }),
      ...representativeOf(definition, partner.assignedRepresentativeId),
      ...(playbook !== undefined && { startingPlaybook: playbook }),
      ...(greeting !== undefined && { greeting }),
    },
  }
}

const isStranger = ({ preset: { fields = {} } }: Cast): boolean => Object.keys(fields).length === 0

/** As JSON has it: what is not there is left out. */
const written = (person: object): Record<string, unknown> => JSON.parse(JSON.stringify(person))

function representativeOf({ scheduling }: AgentDefinition, assigned: string | undefined) {
  const found = scheduling.representatives.find(({ id }) => id === assigned)
  if (!found) return {}
  const { id, name, title } = found
  return { representative: { id, name, ...(title !== undefined && { title }) } }
}

type Beginning = { playbook?: string; greeting?: string }

async function beginningOf(
  agent: AgentKey,
  { definition, cast, start = {}, rehearsal }: Previewed & { rehearsal: Rehearsal },
  deps: StartDeps,
): Promise<Beginning> {
  const now = deps.world.now()
  const { outreach, reminder, resume } = start
  if (outreach) {
    const wanted = { outreachId: outreach.outreachId ?? '', inputs: inputsOf(outreach), now }
    const opening = deps.openings.of(definition, rehearsal, wanted)
    if ('why' in opening) return { playbook: ownedBy(definition, wanted.outreachId) }
    const { playbookId: playbook } = opening.outreach
    const { message, problems } = compile(opening.aml, { content: await deps.content(agent, rehearsal.partner) })
    if (problems.length > 0) return { playbook }
    const { messages } = render(message, { channel: cast.channel, messageId: 'preview' })
    return { playbook, greeting: messages.map(({ text }) => text).join('\n') }
  }
  if (reminder) {
    const { playbookId } = definition.scheduling.reminders ?? {}
    const said = reminderFor(definition, rehearsal, now)
    return { playbook: foundBy(definition, playbookId), ...('text' in said && { greeting: said.text }) }
  }
  if (resume) return { playbook: definition.playbooks.find(({ id }) => id === resume.activePlaybook)?.id }
  return { playbook: foundBy(definition) }
}

const ownedBy = ({ outreaches }: AgentDefinition, outreachId: string) =>
  outreaches.find(({ id }) => id === outreachId)?.playbookId

/** Where the first turn begins, by the rules of every turn. */
function foundBy(definition: AgentDefinition, playbookId?: string): string | undefined {
  const state = { reached: [], history: [], opened: { playbookId } }
  const kept = { sessionId: '', state, updatedAt: new Date(0) }
  return beginTurn(kept, { sessionId: '', now: new Date(0), definition }).state.playbookId
}
