import { createHash } from 'node:crypto'
import {
  type AgentDefinition,
  findNextStep,
  findOutreach,
  findSequence,
  type SequenceResponse,
} from '@parley/definition'
import type { Db } from '../../../platform/db/database.ts'
import { notFound, problem } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { ClockEvent, ClockSource } from '../../../platform/sandbox-clock.ts'
import type { Conversations } from '../../conversations/index.ts'
import { personProfiles } from '../../people/index.ts'
import type { Sandboxes } from '../../runtime/index.ts'
import { channelsOf } from '../channels/policy.ts'
import type { OutreachDeps } from '../deps.ts'
import { fillOpener } from '../opener.ts'
import { evaluateContact } from '../rules/worker.ts'
import { findLastTouch, insertSandboxSend } from '../sends/queries.ts'
import { type PersonaSendDeps, showOpening } from '../sends/sandbox.ts'
import type { EndedStep, Enrollment } from './enrollment.ts'
import { isGoalOf } from './listener.ts'
import type { EnrollmentRow } from './queries.ts'
import { type EnrolledPerson, type EnrollmentDecision, evaluateEnrollment } from './worker.ts'

/** Enrollments of personas, by the decisions of live ones. Their steps are sent when the persona's clock is moved. */

export type SandboxEnrollmentDeps = Omit<PersonaSendDeps, 'sandboxes'> &
  Pick<OutreachDeps, 'definitions' | 'channels'> & {
    sandboxes: Pick<Sandboxes, 'find' | 'readTimers' | 'saveEnrollment'> & PersonaSendDeps['sandboxes']
    sandboxConversations: Pick<Conversations['sandbox'], 'readActivity'>
    /** The Goals that a sandbox conversation has reached since then. */
    readSandboxGoals(agent: AgentKey, asid: string, since: Date): Promise<string[]>
  }

type Timer = NonNullable<Awaited<ReturnType<Sandboxes['readTimers']>>['enrollments']>[string]
type StoredEnrollment = { asid: string; sequenceId: string; timer: Timer }
type SendDecision = EnrollmentDecision & { kind: 'send' }

/** An empty flow of steps would otherwise go on forever; a sequence has at most 20. */
const maxEvents = 50

export function createSandboxEnrollments(deps: SandboxEnrollmentDeps): ClockSource {
  return {
    async findNext(agent, asid) {
      const { enrollments = {} } = await deps.sandboxes.readTimers(agent, asid)
      const open = Object.entries(enrollments).filter(([, { state }]) => state === 'active')
      if (open.length === 0) return undefined
      const definition = await deps.definitions.read(deps.db, agent)
      const waiting = open.map(([sequenceId, timer]) => ({
        enrollment: { asid, sequenceId, timer },
        at: findDue(definition, sequenceId, timer),
      }))
      const [next] = waiting.toSorted((one, other) => one.at.getTime() - other.at.getTime())
      return next && { at: next.at, perform: () => performStep(agent, next.enrollment, deps) }
    },
  }
}

function findDue(definition: AgentDefinition, sequenceId: string, timer: Timer): Date {
  const since = new Date(timer.delayedFrom)
  const known = definition.sequences.some(({ id }) => id === sequenceId)
  const step = known && findNextStep(findSequence(definition, sequenceId), timer.steps as EndedStep[])
  const planned = since.getTime() + (step ? step.afterMinutes * 60_000 : 0)
  return new Date(Math.max(planned, timer.waitsUntil === undefined ? 0 : Date.parse(timer.waitsUntil)))
}

async function performStep(
  agent: AgentKey,
  enrollment: StoredEnrollment,
  deps: SandboxEnrollmentDeps,
): Promise<ClockEvent | undefined> {
  const { asid, sequenceId, timer } = enrollment
  const now = deps.world.now()
  const { waitsUntil: _, ...current } = timer
  const save = (change: Partial<Timer>) =>
    deps.sandboxes.saveEnrollment(agent, asid, { sequenceId, ...current, ...change })
  const end = (state: Timer['state'], reason?: string) =>
    save({ state, endedAt: now.toISOString(), ...(reason !== undefined && { reason }) })
  const decision = await decide(agent, enrollment, deps)
  if (decision.kind === 'gone') return void (await end('stopped', 'sequence_deleted'))
  if (decision.kind === 'complete') return void (await end('completed'))
  if (decision.kind === 'stop') return void (await end('stopped', decision.reason))
  if (decision.kind === 'fail') return void (await end('failed', decision.reason))
  if (decision.kind === 'wait') {
    // A wait that is over at once would be asked for again without end.
    const until = new Date(Math.max(decision.until.getTime(), now.getTime() + 1000))
    return void (await save({ waitsUntil: until.toISOString(), ...(decision.reason && { reason: decision.reason }) }))
  }
  const passed = (ended: Omit<EndedStep, 'stepId' | 'at'>) =>
    save({
      steps: [...timer.steps, { ...ended, stepId: decision.step.id, at: now.toISOString() }],
      delayedFrom: now.toISOString(),
    })
  if (decision.kind === 'skip') return void (await passed({ state: 'skipped', reason: decision.reason }))
  const shown = await sendStep(agent, { enrollment, decision }, deps)
  if (!shown) return void (await passed({ state: 'skipped', reason: 'template_blocked' }))
  await passed({ state: 'sent', sendId: shown.sendId })
  return { kind: 'sequence', messageIds: [shown.messageId] }
}

async function decide(
  agent: AgentKey,
  { asid, sequenceId, timer }: StoredEnrollment,
  deps: SandboxEnrollmentDeps,
): Promise<EnrollmentDecision> {
  const definition = await deps.definitions.read(deps.db, agent)
  const person = await createSandboxPerson(agent, asid, deps)
  if (!person) return { kind: 'gone' }
  const known = definition.sequences.some(({ id }) => id === sequenceId)
  const stop = known && (await findReportedStop(agent, { asid, timer, definition, sequenceId }, deps))
  if (stop) return { kind: 'stop', reason: stop }
  const row = {
    sequence_id: sequenceId,
    delayed_from: new Date(timer.delayedFrom),
    steps: timer.steps as unknown as EnrollmentRow['steps'],
  }
  return evaluateEnrollment(row, { definition, person, now: deps.world.now() })
}

type StopQuery = StoredEnrollment & { definition: AgentDefinition }

/** Stops that live people report by an event: a Goal that was reached, and a status that became `converted`. */
async function findReportedStop(
  agent: AgentKey,
  { asid, sequenceId, timer, definition }: StopQuery,
  deps: SandboxEnrollmentDeps,
): Promise<'goal' | 'converted' | undefined> {
  const { stopOn } = findSequence(definition, sequenceId)
  if (stopOn.includes('goal')) {
    const goals = await deps.readSandboxGoals(agent, asid, new Date(timer.enrolledAt))
    const key = { sequenceId, personId: asid }
    if (goals.some((goalId) => isGoalOf(definition, key, goalId))) return 'goal'
  }
  if (!stopOn.includes('converted') || timer.wasConverted) return undefined
  const sandbox = await deps.sandboxes.find(deps.db, agent, asid)
  return sandbox?.partner.status === 'converted' ? 'converted' : undefined
}

async function createSandboxPerson(
  agent: AgentKey,
  asid: string,
  deps: SandboxEnrollmentDeps,
): Promise<EnrolledPerson | undefined> {
  const sandbox = await deps.sandboxes.find(deps.db, agent, asid)
  if (!sandbox) return undefined
  const { partner, channel, optedOut } = sandbox
  const person = { ...partner, key: 0 }
  const { lastInboundAt, isHeldByMember = false } = (await deps.sandboxConversations.readActivity(agent, asid)) ?? {}
  const touchedAt = await findLastTouch(deps.db, agent, { personId: partner.id, sandbox: true })
  const identity = { asid, channel, optedOut, stopped: optedOut, stops: [], lastInboundAt }
  const reached = {
    ...{ personId: partner.id, personKey: 0, consent: partner.consent, identity, lastInboundAt, isHeldByMember },
    ...(touchedAt && { lastTouch: { sendId: '', at: touchedAt } }),
  }
  return {
    matches: (filter) => personProfiles.matches(deps.db, filter, person),
    readLastInboundAt: async () => lastInboundAt,
    async evaluateSend(send) {
      const bindings = await deps.channels.listBindings(agent)
      const own = channelsOf(send.outreach).flatMap((one) => bindings.filter((binding) => binding.channel === one))
      // As a follow-up to a persona: the persona's channel stands for all of the Outreach, which works unless all are off.
      const isOff = own.length > 0 && own.every(({ status }) => status !== 'Active')
      const status = isOff ? (own[0]?.status ?? 'Active') : 'Active'
      const outreach = { ...send.outreach, channels: [channel] }
      const contact = { reached, contacts: [identity], bindings: [{ channel, status }], readPerson: async () => person }
      return evaluateContact({ ...send, outreach }, contact, deps.world.now())
    },
  }
}

type StepSend = { enrollment: StoredEnrollment; decision: SendDecision }

/** The ids derive from the enrollment and the step: after a crash, a step is not sent again. */
async function sendStep(
  agent: AgentKey,
  { enrollment: { asid, sequenceId, timer }, decision }: StepSend,
  deps: SandboxEnrollmentDeps,
): Promise<{ messageId: string; sendId: string } | undefined> {
  const [definition, sandbox] = await Promise.all([
    deps.definitions.read(deps.db, agent),
    deps.sandboxes.find(deps.db, agent, asid),
  ])
  if (!sandbox) return undefined
  const { partner, channel } = sandbox
  const outreach = findOutreach(definition, decision.outreachId)
  const opener = fillOpener(definition, outreach.openerTemplateId, { ...partner, key: 0 })
  if (!('aml' in opener)) return undefined
  const keyHash = createHash('sha256').update(['sandbox', timer.id, decision.step.id].join('\n')).digest()
  const id = `send-${keyHash.toString('hex').slice(0, 32)}`
  const shown = await showOpening(agent, { asid, channel, outreach, aml: opener.aml, id }, deps)
  if ('reason' in shown) return undefined
  const { messageId } = shown
  const sendId = `snd_${keyHash.toString('hex').slice(0, 26)}`
  const send = { id: sendId, outreachId: outreach.id, class: outreach.class, origin: 'sequence', sequenceId } as const
  const to = { personId: partner.id, asid, channel, stepId: decision.step.id }
  await insertSandboxSend(deps.db, agent, { ...send, ...to, keyHash, now: deps.world.now(), messageId })
  return { messageId, sendId }
}

type EnrollPersonaRequest = { sequence: SequenceResponse; personaId: string; db: Db }

/** Enrolls a persona, and sends what is due at once. A persona enters again as a person would. */
export async function enrollPersona(
  agent: AgentKey,
  { sequence, personaId, db }: EnrollPersonaRequest,
  deps: SandboxEnrollmentDeps,
): Promise<Enrollment> {
  const persona = await deps.personas.find(db, agent, personaId)
  if (!persona) throw notFound()
  const { asid } = persona
  return deps.sandboxes.withLease(agent, asid, async () => {
    const sandbox = await deps.sandboxes.find(deps.db, agent, asid)
    if (!sandbox) throw problem('agent.persona.unavailable', 409)
    const now = deps.world.now()
    const before = (await deps.sandboxes.readTimers(agent, asid)).enrollments?.[sequence.id]
    if (before && !mayEnterAgain(sequence, before, now)) {
      throw problem('resource.conflict', 409, { detail: 'The persona was enrolled in the sequence before' })
    }
    const times = { enrolledAt: now.toISOString(), delayedFrom: now.toISOString() }
    const wasConverted = sandbox.partner.status === 'converted'
    const timer: Timer = { id: deps.world.newId('enr'), state: 'active', ...times, steps: [], wasConverted }
    await deps.sandboxes.saveEnrollment(agent, asid, { sequenceId: sequence.id, ...timer })
    await performDue(agent, asid, deps)
    const { enrollments } = await deps.sandboxes.readTimers(agent, asid)
    return serializeSandboxEnrollment(sequence, personaId, enrollments?.[sequence.id] ?? timer)
  })
}

function mayEnterAgain({ reenterAfterDays }: SequenceResponse, { state, endedAt }: Timer, now: Date): boolean {
  if (state === 'active' || endedAt === undefined || reenterAfterDays === undefined) return false
  return Date.parse(endedAt) + reenterAfterDays * 86_400_000 <= now.getTime()
}

async function performDue(agent: AgentKey, asid: string, deps: SandboxEnrollmentDeps): Promise<void> {
  const source = createSandboxEnrollments(deps)
  for (let events = 0; events < maxEvents; events++) {
    const next = await source.findNext(agent, asid)
    if (!next || next.at > deps.world.now()) return
    await next.perform()
  }
}

function serializeSandboxEnrollment(sequence: SequenceResponse, personaId: string, timer: Timer): Enrollment {
  const { state, reason, enrolledAt, endedAt } = timer
  const steps = timer.steps as EndedStep[]
  const next = state === 'active' ? findNextStep(sequence, steps) : undefined
  const planned = next && new Date(Date.parse(timer.delayedFrom) + next.afterMinutes * 60_000)
  return {
    personId: personaId,
    state,
    ...(next && { step: next.id, dueAt: timer.waitsUntil ?? planned?.toISOString() }),
    ...(reason !== undefined && { reason }),
    enrolledAt,
    ...(endedAt !== undefined && { endedAt }),
    sends: steps.flatMap(({ stepId, sendId }) =>
      sendId === undefined ? [] : [{ stepId, sendId, state: 'sent' as const }],
    ),
  }
}
