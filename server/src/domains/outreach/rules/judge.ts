import { type AgentDefinition, type AutomatedOutreach, findOutreach, type ShownOutreach } from '@parley/definition'
import { decide } from '@parley/guardrails'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import type { Definitions } from '../../agents/index.ts'
import { findPerson } from '../../people/index.ts'
import { factsOf, type Reached } from '../reachability/facts.ts'
import { readReached } from '../reachability/queries.ts'
import { missingInputs } from '../sends/plan.ts'
import { type RowName, wasSent } from './queries.ts'

/** What is to become of a row that is due. */
export type Verdict =
  | { kind: 'skip'; reason: string }
  | { kind: 'wait'; reason: string; until: Date }
  | { kind: 'send'; outreach: ShownOutreach; asid: string }

export type JudgeDeps = { definitions: Pick<Definitions, 'read'>; world: World }

/** Reads all that counts as it is now: rule, Outreach, consent, STOP, hours, whether the person is writing. */
export async function judge(db: Db, agent: AgentKey, name: RowName, deps: JudgeDeps): Promise<Verdict> {
  const definition = await deps.definitions.read(db, agent)
  const rule = definition.automatedOutreach.find(({ id }) => id === name.ruleId)
  if (!rule) return skip('rule_deleted')
  if (rule.enabled === false) return skip('rule_disabled')
  const isThere = definition.outreaches.some(({ id, enabled }) => id === rule.outreachId && enabled)
  if (!isThere) return skip('outreach_unavailable')
  const outreach = findOutreach(definition, rule.outreachId)
  const { personId } = name
  if (await wasSent(db, agent, { personId, outreachId: outreach.id })) return skip('already_sent')
  const reached = (await readReached(db, agent, [personId])).get(personId)
  if (!reached) return skip('no_channel_identity')
  return judgePerson(db, agent, { reached, rule, outreach, definition, now: deps.world.now() })
}

type Case = {
  reached: Reached
  rule: AutomatedOutreach
  outreach: ShownOutreach
  definition: AgentDefinition
  now: Date
}

/** What is final comes before what will pass. */
async function judgePerson(db: Db, agent: AgentKey, { reached, outreach, ...given }: Case): Promise<Verdict> {
  const { rule, definition, now } = given
  const { sendWindow, ignoreSafeHours } = rule
  const terms = { now, class: outreach.class, settings: definition.sendingSettings, sendWindow, ignoreSafeHours }
  const decision = decide('automated', factsOf(reached, 'automated', terms))
  if (decision.verdict === 'no') return skip(decision.reason)
  if (!reached.identity) return skip('no_channel_identity')
  if (await lacksInputs(db, agent, reached, outreach)) return skip('missing_inputs')
  if (decision.verdict === 'wait') return { kind: 'wait', reason: decision.reason, until: decision.until }
  return { kind: 'send', outreach, asid: reached.identity.asid }
}

async function lacksInputs(db: Db, agent: AgentKey, { personId }: Reached, outreach: ShownOutreach): Promise<boolean> {
  if (outreach.inputs.length === 0) return false
  return missingInputs(outreach, await findPerson(db, agent, personId), {}).length > 0
}

const skip = (reason: string): Verdict => ({ kind: 'skip', reason })
