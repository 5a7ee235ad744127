import type { AgentKey } from '../../../platform/http/route.ts'
import type { ClockEvent, ClockSource } from '../../../platform/sandbox-clock.ts'
import type { Conversations } from '../../conversations/index.ts'
import type { Sandboxes } from '../../runtime/index.ts'
import type { OutreachDeps } from '../deps.ts'
import { addFollowUpDelay, followUpMessageId } from './follow-up.ts'
import {
  type EvaluatedFollowUp,
  evaluateFollowUp,
  type FollowUpContact,
  type FollowUpDecision,
  planNextFollowUp,
} from './worker.ts'

export type SandboxFollowUpDeps = Pick<OutreachDeps, 'db' | 'world' | 'definitions' | 'channels' | 'opened'> & {
  sandboxes: Pick<Sandboxes, 'find' | 'readTimers' | 'saveFollowUpTimer'>
  sandboxConversations: Pick<Conversations['sandbox'], 'capture' | 'readActivity'>
}

type Timer = NonNullable<Awaited<ReturnType<Sandboxes['readTimers']>>['followUps']>[string]
type WaitingFollowUp = { sendId: string; timer: Timer; at: Date }

/** Follow-ups to sandbox people, by the guardrails of live ones. They are sent when the person's clock is moved. */
export function createSandboxFollowUps(deps: SandboxFollowUpDeps): ClockSource {
  return {
    async findNext(agent, asid) {
      const { followUps = {} } = await deps.sandboxes.readTimers(agent, asid)
      const open = Object.entries(followUps).filter(([, { isOver }]) => !isOver)
      if (open.length === 0) return undefined
      const { outreaches } = await deps.definitions.read(deps.db, agent)
      const waiting = open.map(([sendId, timer]): WaitingFollowUp => {
        const { followUp } = outreaches.find(({ id }) => id === timer.outreachId) ?? {}
        const started = new Date(timer.delayStartedAt)
        const due = followUp ? addFollowUpDelay(followUp, started) : started
        const until = timer.waitsUntil === undefined ? due : new Date(timer.waitsUntil)
        return { sendId, timer, at: new Date(Math.max(until.getTime(), due.getTime())) }
      })
      const [next] = waiting.toSorted((one, other) => one.at.getTime() - other.at.getTime())
      return next && { at: next.at, perform: () => performFollowUp(agent, asid, next, deps) }
    },
  }
}

async function performFollowUp(
  agent: AgentKey,
  asid: string,
  { sendId, timer }: WaitingFollowUp,
  deps: SandboxFollowUpDeps,
): Promise<ClockEvent | undefined> {
  const { waitsUntil: _, ...current } = timer
  const save = (change: Partial<Timer>) =>
    deps.sandboxes.saveFollowUpTimer(agent, asid, { sendId, ...current, ...change })
  const row = toRow(asid, sendId, timer)
  const readContact = () => readSandboxContact(agent, asid, timer, deps)
  const decision = await evaluateFollowUp(agent, row, { ...deps, readContact })
  if (decision.kind === 'wait') return void (await save({ waitsUntil: decision.until.toISOString() }))
  if (decision.kind !== 'send') return void (await save({ isOver: true }))
  return sendFollowUp(agent, { asid, sendId, timer, decision, save }, deps)
}

type SandboxFollowUpSend = {
  asid: string
  sendId: string
  timer: Timer
  decision: FollowUpDecision & { kind: 'send' }
  save(change: Partial<Timer>): Promise<void>
}

/** The message id derives from the send and the number of earlier follow-ups, as live. */
async function sendFollowUp(
  agent: AgentKey,
  { asid, sendId, timer, decision, save }: SandboxFollowUpSend,
  deps: SandboxFollowUpDeps,
): Promise<ClockEvent | undefined> {
  const { aml, outreach } = decision
  const sandbox = await deps.sandboxes.find(deps.db, agent, asid)
  if (!sandbox) return undefined
  const message = { aml, id: followUpMessageId(sendId, timer.times) }
  const captured = await deps.sandboxConversations.capture(agent, { asid, channel: sandbox.channel }, message)
  if (!captured.accepted) return void (await save({ isOver: true }))
  const text = captured.messages.map((one) => one.text).join('\n')
  await deps.opened(agent, asid, { text, playbookId: outreach.playbookId, outreachId: outreach.id })
  const at = deps.world.now()
  const { times, next } = planNextFollowUp(outreach.followUp, timer.times, at)
  await save({ times, delayStartedAt: at.toISOString(), ...(!next && { isOver: true }) })
  return { kind: 'followUp', messageIds: captured.messages.map(({ messageId }) => messageId) }
}

const toRow = (asid: string, sendId: string, timer: Timer): EvaluatedFollowUp => ({
  send_id: sendId,
  outreach_id: timer.outreachId,
  person_id: asid,
  asid,
  sent_count: timer.times,
  created_at: new Date(timer.sentAt),
  delay_started_at: new Date(timer.delayStartedAt),
})

async function readSandboxContact(
  agent: AgentKey,
  asid: string,
  timer: Timer,
  { db, sandboxes, sandboxConversations }: SandboxFollowUpDeps,
): Promise<FollowUpContact | undefined> {
  const sandbox = await sandboxes.find(db, agent, asid)
  if (!sandbox) return undefined
  const { partner, channel, optedOut } = sandbox
  const { lastInboundAt, isHeldByMember = false } = (await sandboxConversations.readActivity(agent, asid)) ?? {}
  const { consent } = partner
  return {
    reached: { personId: partner.id, personKey: 0, consent, lastInboundAt, isHeldByMember },
    hasAnswered: lastInboundAt !== undefined && lastInboundAt > new Date(timer.sentAt),
    identity: { asid, channel, optedOut, stopped: optedOut, stops: [] },
    slots: async () => ({ ...partner, key: 0 }),
  }
}
