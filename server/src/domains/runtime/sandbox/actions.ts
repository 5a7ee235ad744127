import { findIntegrationTool } from '@parley/definition'
import { FailingStub, OrderedStub, takeFromStub } from '@parley/testcase'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { type ProfileChange, personProfiles } from '../../people/index.ts'
import { catchClientProblems, parseOrThrow } from '../actions/client-problems.ts'
import { splitLockedFields } from '../actions/profile.ts'
import type { ActionResult, AgentActions, SavedProfile } from '../deps.ts'
import { sandboxCalendarActions } from './calendar.ts'
import { type SandboxActionDeps, type SandboxTarget, withSandboxState } from './deps.ts'
import { createOptOutEffect, truncatePayload } from './effects.ts'
import { lockSandboxState, setStubs } from './queries.ts'
import { createRecordedAnswers, type RecordedAnswers } from './recorded-calls.ts'

type FailedAction = Extract<ActionResult<unknown>, { ok: false }>

/** Actions that change only the sandbox and record their would-be effects. */
export function sandboxActions(target: SandboxTarget, deps: SandboxActionDeps): AgentActions {
  const recordEffect = (kind: string, summary: string, payload?: unknown) =>
    target.recordEffect({
      kind,
      summary,
      ...(payload !== undefined && { payload }),
      at: deps.world.now().toISOString(),
    })
  const recorded = createRecordedAnswers(target.recordedCalls)
  return {
    ...stubbedCalendarActions(target, recorded, deps),
    saveProfile: async (change) =>
      (await findStubbedFailure(target, 'people.save', deps)) ??
      catchClientProblems(() => saveSandboxProfile(target, deps, change)),
    async notifyTeam(text) {
      const failure = await findStubbedFailure(target, 'notify.team', deps)
      if (failure) return failure
      recordEffect('team.notified', `The team would have been notified: ${text}`, { text })
      return { ok: true, value: undefined }
    },
    async callIntegration(id, given) {
      const { integrations } = await deps.definitions.read(deps.db, target.agent)
      if (!integrations.some((one) => one.id === id)) return { ok: false, reason: 'That service no longer exists.' }
      const result = recorded.answer(id, given) ?? (await answerFromStub(target, id, deps))
      const answer = result.ok ? result.value : { error: result.reason }
      const payload = { integrationId: id, given: truncatePayload(given), answer: truncatePayload(answer) }
      recordEffect('integration.called', `${id} would have been called`, payload)
      return result
    },
    async callIntegrationTool({ integrationId, tool, given }) {
      const definition = await deps.definitions.read(deps.db, target.agent)
      if (!findIntegrationTool(definition, { id: integrationId, tool }))
        return { ok: false, reason: 'The integration no longer has this tool.' }
      const name = `${integrationId}.${tool}`
      target.recordEffect({
        kind: 'integration',
        summary: `${name} would have been called`,
        integrationId,
        tool,
        given: truncatePayload(given),
        at: deps.world.now().toISOString(),
      })
      return recorded.answer(name, given) ?? answerFromStub(target, name, deps)
    },
    async callCatalogTool({ toolId, given }) {
      target.recordEffect({
        kind: 'tool',
        summary: `${toolId} would have been called`,
        toolId,
        given: truncatePayload(given),
        at: deps.world.now().toISOString(),
      })
      return recorded.answer(toolId, given) ?? answerFromStub(target, toolId, deps)
    },
    async requestHuman() {
      const requested = await deps.desk.requestHuman(target.agent, target.asid)
      if (requested?.kind === 'waiting')
        recordEffect('desk.waiting', 'The person would have waited for a member of the team')
      return requested
    },
    async optOut(words) {
      await withSandboxState<void>(target, deps, (sandbox) => {
        const value = { ok: true, value: undefined } as const
        if (sandbox.optedOut) return { value }
        const updatedAt = deps.world.now()
        const consent = { status: 'denied', source: 'conversation', evidence: words, updatedAt } as const
        const after = { ...sandbox, partner: { ...sandbox.partner, consent }, optedOut: true }
        return { value, after, effect: createOptOutEffect(words) }
      })
    },
  }
}

function stubbedCalendarActions(target: SandboxTarget, recorded: RecordedAnswers, deps: SandboxActionDeps) {
  const calendar = sandboxCalendarActions(target, deps)
  const { book, reschedule, cancel }: Pick<AgentActions, 'book' | 'reschedule' | 'cancel'> = calendar
  const known = async (name: string, startUtc?: Date) =>
    (await findStubbedFailure(target, name, deps)) ?? recorded.appointment(name, startUtc)
  const stubbed: Pick<AgentActions, 'findOpenTimes' | 'book' | 'reschedule' | 'cancel'> = {
    findOpenTimes: async (query) => recorded.offeredTimes() ?? calendar.findOpenTimes(query),
    book: async (wish) => (await known('scheduling.book', wish.startUtc)) ?? book(wish),
    reschedule: async (wish) => (await known('scheduling.reschedule', wish.startUtc)) ?? reschedule(wish),
    cancel: async (wish) => (await known('scheduling.cancel')) ?? cancel(wish),
  }
  return { ...calendar, ...stubbed }
}

const defaultStubAnswer = { ok: true, note: 'captured: proceed as if it succeeded' }

/** The answer of a call in a rehearsal; a stub may fail, in the words that a provider's failure has. */
async function answerFromStub(
  target: SandboxTarget,
  name: string,
  deps: SandboxActionDeps,
): Promise<ActionResult<unknown>> {
  const { stubs = {} } = target
  if (!Object.hasOwn(stubs, name)) return { ok: true, value: defaultStubAnswer }
  const value = await takeStubAnswer(target, name, deps)
  return readFailure(value) ?? { ok: true, value }
}

/** Returns the failure that a stub asks for. Without one, the actions of Parley itself run as they do. */
async function findStubbedFailure(
  target: SandboxTarget,
  name: string,
  deps: SandboxActionDeps,
): Promise<FailedAction | undefined> {
  const { stubs = {} } = target
  return Object.hasOwn(stubs, name) ? readFailure(await takeStubAnswer(target, name, deps)) : undefined
}

function readFailure(answer: unknown): FailedAction | undefined {
  const { data } = FailingStub.safeParse(answer)
  if (!data) return undefined
  const { status, message } = data.fail
  const code = status === undefined ? '' : ` (${status})`
  return { ok: false, reason: message ?? `The service answered with an error${code}.` }
}

/** The answer to this call. Answers in order are taken from the sandbox, because the next call may be in a later turn. */
async function takeStubAnswer(
  { agent, asid, stubs = {} }: SandboxTarget,
  name: string,
  { db }: SandboxActionDeps,
): Promise<unknown> {
  if (!OrderedStub.safeParse(stubs[name]).success) return stubs[name]
  return inTransaction(db, async (tx) => {
    const left = (await lockSandboxState(tx, agent, asid))?.stubs ?? stubs
    const { answer, rest } = takeFromStub(left[name])
    if (rest !== left[name]) await setStubs(tx, agent, asid, { ...left, [name]: rest })
    return answer
  })
}

async function saveSandboxProfile(
  target: SandboxTarget,
  deps: SandboxActionDeps,
  change: Parameters<AgentActions['saveProfile']>[0],
): Promise<ActionResult<SavedProfile>> {
  // Serializes as in an API body, where dates are strings.
  const body = parseOrThrow(personProfiles.Body, JSON.parse(JSON.stringify(change)))
  const { peopleFields: fields } = await deps.definitions.read(deps.db, target.agent)
  return withSandboxState(target, deps, (sandbox) => {
    const { productInterest, ...before } = sandbox.partner
    const now = deps.world.now()
    const { person, changed } = personProfiles.change({ ...before, key: 0 }, body, { fields, by: 'agent', now })
    const { key: _, ...after } = person
    const partner = { ...after, ...(productInterest !== undefined && { productInterest }) }
    const { saved, locked } = splitLockedFields(body, fields)
    const value = { ok: true, value: { partner, saved, locked } } as const
    if (changed.length === 0) return { value }
    const payload = omitLockedFields(body, locked)
    const effect = { kind: 'person.saved', summary: `Would have been saved: ${changed.join(', ')}`, payload }
    return { value, after: { ...sandbox, partner }, effect }
  })
}

function omitLockedFields({ customFields, ...profile }: ProfileChange, locked: readonly string[]): ProfileChange {
  const free = (values: object, prefix = '') =>
    Object.fromEntries(Object.entries(values).filter(([key]) => !locked.includes(`${prefix}${key}`)))
  const custom = free(customFields ?? {}, 'customFields.')
  return { ...free(profile), ...(Object.keys(custom).length > 0 && { customFields: custom }) }
}
