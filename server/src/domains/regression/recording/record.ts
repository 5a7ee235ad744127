import type { AgentDefinition } from '@parley/definition'
import { boundedText } from '@parley/findings'
import type { CaseDocument } from '@parley/testcase'
import { z } from 'zod'
import type { Db } from '../../../platform/db/database.ts'
import { problem } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import type { Conversations } from '../../conversations/index.ts'
import { lockPerson, type Person, personProfiles } from '../../people/index.ts'
import { type TurnRecord, turns } from '../../runtime/index.ts'
import type { TestCase } from '../cases/case.ts'
import { lintCase } from '../cases/lint.ts'
import { createCase } from '../cases/write.ts'
import type { PlaySandbox, RegressionDeps } from '../deps.ts'
import { createTestNotFoundProblem, requireEditable, requireTest } from '../suites/problems.ts'
import { lockSuite } from '../suites/queries.ts'
import { createSuite, type StoredSuite } from '../suites/suite.ts'
import type { RecordedLine } from './derive-checks.ts'
import { buildCaseDocument } from './document.ts'
import { createPseudonymizer, type RealPerson } from './pseudonymize.ts'
import { findSuiteByName, lockSuites } from './queries.ts'

const id = boundedText({ min: 1, max: 200 }).optional()

/** The handler checks that one of the first three ids is present, because that error has its own code. */
export const RecordBody = z
  .strictObject({
    conversationId: id.meta({ description: 'The id of a session.' }),
    userId: id.meta({ description: 'An identity; default session: its newest one.' }),
    turnId: id.meta({ description: 'The last turn to record.' }),
    suiteId: id.meta({ description: 'Default: the suite “Recorded from conversations”, created on first use.' }),
    title: boundedText({ min: 1, max: 300 }).optional(),
    expectation: boundedText({ min: 1, max: 2000 }).optional(),
  })
  .meta({
    id: 'TestCaseRecord',
    examples: [{ conversationId: 'ses_01', expectation: 'The agent offers two colors.' }],
  })
export type RecordBody = z.output<typeof RecordBody>

/** The person in the conversation, locked until the transaction ends. */
async function findRecordedPerson(
  tx: Db,
  agent: AgentKey,
  asid: string,
  { sandbox }: { sandbox: Pick<PlaySandbox, 'observe'> },
): Promise<RealPerson> {
  const holder = await personProfiles.findByAsid(tx, agent, asid)
  const person = holder && (await lockPerson(tx, agent, holder.id))
  if (person) return { ...person, addresses: await listAddresses(tx, agent, person) }
  const identity = await personProfiles.findIdentity(tx, agent, asid)
  if (identity) return { customFields: {}, addresses: [identity.address] }
  // Sandbox persons are fictional but may have been given a real name.
  const { person: rehearsed } = await sandbox.observe(tx, agent, asid)
  return { ...selectTexts(rehearsed), customFields: selectTexts(rehearsed.customFields), addresses: [] }
}

async function listAddresses(db: Db, agent: AgentKey, { key }: Person): Promise<string[]> {
  const held = (await personProfiles.listIdentities(db, agent, [key])).get(key) ?? []
  const addresses: string[] = []
  for (const { asid } of held) addresses.push((await personProfiles.findIdentity(db, agent, asid))?.address ?? '')
  return addresses.filter((address) => address !== '')
}

const selectTexts = (fields: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )

type TranscriptReader = Conversations['transcripts']
type Session = NonNullable<Awaited<ReturnType<TranscriptReader['findSession']>>>

type RecordedConversation = { session: Session; lines: RecordedLine[]; turns: TurnRecord[] }

/** Conversations can be recorded for 30 days. */
const historyMilliseconds = 30 * 86_400_000
const maxTurnsRead = 200

const createInvalidProblem = (detail: string) => problem('agent.test.invalid', 422, { detail, lint: [] })
const createExpiredProblem = () =>
  createInvalidProblem('The messages of this conversation were deleted: conversations can be recorded for 30 days')

/** Finds the session without reading its content. */
async function resolveSession(db: Db, agent: AgentKey, body: RecordBody, transcripts: TranscriptReader) {
  const { conversationId, userId, turnId } = body
  if (conversationId === undefined && userId === undefined && turnId === undefined) {
    throw createInvalidProblem('One of conversationId, userId and turnId is required: it names the conversation')
  }
  const turn = turnId === undefined ? undefined : await turns.find(db, agent, turnId)
  if (turnId !== undefined && !turn) throw createTestNotFoundProblem('turn')
  if (turn && (conversationId ?? turn.sessionId) !== turn.sessionId)
    throw createTestNotFoundProblem('turn in that conversation')
  if (turn && (userId ?? turn.userId) !== turn.userId) throw createTestNotFoundProblem('turn with that user')
  const asid = turn?.userId ?? userId
  const wish = { sessionId: turn?.sessionId ?? conversationId, ...(asid !== undefined && { asid }) }
  const session = await transcripts.findSession(db, agent, wish)
  if (session) return { session, turn }
  if (
    turn ||
    (asid !== undefined && conversationId === undefined && (await transcripts.hasConversation(db, agent, asid)))
  )
    throw createExpiredProblem()
  throw createTestNotFoundProblem('conversation')
}

type ResolvedSession = Awaited<ReturnType<typeof resolveSession>>

async function loadConversation(
  db: Db,
  agent: AgentKey,
  { session, turn }: ResolvedSession,
  { transcripts, world }: { transcripts: TranscriptReader; world: World },
): Promise<RecordedConversation> {
  const now = world.now()
  const since = new Date(now.getTime() - historyMilliseconds)
  const all = await transcripts.listEntries(db, agent, session, { since, now })
  const sessionTurns = await turns.listBySession(db, agent, {
    userId: session.asid,
    sessionId: session.id,
    limit: maxTurnsRead,
  })
  const lines = turn ? truncateAtTurn(turn, all) : all
  if (!lines.some(({ from }) => from === 'person')) throw createExpiredProblem()
  return {
    session,
    lines,
    turns: turn ? sessionTurns.slice(0, sessionTurns.findIndex(({ id }) => id === turn.id) + 1) : sessionTurns,
  }
}

/** Returns the lines up to this turn, including the agent's reply to it. */
function truncateAtTurn({ eventId, at }: TurnRecord, lines: readonly RecordedLine[]): RecordedLine[] {
  const trigger = lines.findLast((entry) => entry.from === 'person' && entry.eventId === eventId)
  const until = trigger?.at ?? new Date(at)
  const place = trigger ? lines.indexOf(trigger) : Number.POSITIVE_INFINITY
  return lines.filter((entry, index) => {
    if (entry.from === 'person') return index <= place && entry.at <= until
    return entry.eventId === undefined ? entry.at <= new Date(at) : entry.eventId === eventId || entry.at <= until
  })
}

export type RecordDeps = Pick<RegressionDeps, 'world' | 'definitions' | 'sandbox' | 'transcripts'>
export type RecordResult = { suite: StoredSuite; testCase: TestCase; definition: AgentDefinition }

/**
 * Records a case from a conversation. Locks the suite, then the person, before reading anything: a concurrent erasure
 * waits and then also deletes the case.
 */
export async function recordCase(tx: Db, agent: AgentKey, body: RecordBody, deps: RecordDeps): Promise<RecordResult> {
  const { world } = deps
  const named = await resolveSession(tx, agent, body, deps.transcripts)
  const suite = await resolveSuite(tx, agent, body.suiteId, deps)
  const { asid, id: conversationId, channel } = named.session
  const pseudonymizer = createPseudonymizer(await findRecordedPerson(tx, agent, asid, deps))
  const { lines, turns } = await loadConversation(tx, agent, named, deps)
  const origin = {
    kind: 'conversation',
    ...{ conversationId, userId: asid, recordedAt: world.now().toISOString() },
    ...(body.turnId !== undefined && { turnId: body.turnId }),
  } as const
  const { title, expectation } = body
  const definition = await deps.definitions.read(tx, agent)
  const made = buildCaseDocument({ channel, lines, turns, pseudonymizer, origin, title, expectation }, definition)
  if (!made) throw createExpiredProblem()
  const document = removeMissingReferences(made, definition)
  const testCase = await createCase(tx, agent, { document, originAsid: asid }, { suiteId: suite.id, definition, world })
  return { suite, testCase, definition }
}

/** Drops checks that reference a playbook or a tool that no longer exists. */
function removeMissingReferences(document: CaseDocument, definition: AgentDefinition): CaseDocument {
  const errors = lintCase(definition, document).filter(({ severity }) => severity === 'error')
  const lost = new Set(errors.map(({ path }) => /^\/expect\/checks\/([^/]+)/.exec(path)?.[1]))
  const checks = Object.entries(document.expect?.checks ?? {}).filter(([name]) => !lost.has(name))
  return { ...document, expect: { ...document.expect, checks: Object.fromEntries(checks) } }
}

const defaultSuiteName = 'Recorded from conversations'

async function resolveSuite(
  tx: Db,
  agent: AgentKey,
  id: string | undefined,
  { world }: RecordDeps,
): Promise<StoredSuite> {
  if (id !== undefined) return requireEditable(requireTest(await lockSuite(tx, agent, id), 'suite'))
  return (await findDefaultSuite(tx, agent)) ?? createDefaultSuite(tx, agent, world)
}

async function findDefaultSuite(tx: Db, agent: AgentKey): Promise<StoredSuite | undefined> {
  const id = await findSuiteByName(tx, agent, defaultSuiteName)
  return id === undefined ? undefined : lockSuite(tx, agent, id)
}

/** When several requests find no suite at the same time, only the first creates it. */
async function createDefaultSuite(tx: Db, agent: AgentKey, world: World): Promise<StoredSuite> {
  await lockSuites(tx, agent)
  return (await findDefaultSuite(tx, agent)) ?? createSuite(tx, agent, { name: defaultSuiteName }, world)
}
