import type { AgentDefinition } from '@parley/definition'
import type { CaseTurn, Preset, Scenario } from '@parley/testcase'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { type Person, personProfiles } from '../../people/index.ts'
import { type TurnRecord, turns } from '../../runtime/index.ts'
import type { RecordedToolCall, RegressionDeps, SandboxPersonRequest } from '../deps.ts'
import { type RecordedLine, toCheckName } from '../recording/derive-checks.ts'
import { buildStart, chooseCaseChannel, findAnswers, listRecordedActions } from '../recording/document.ts'
import type { ComparedAnswer } from './compare.ts'

/** A turn of a real session: what the person did, and how the agent answered. */
export type RecordedTurn = {
  said: string
  directive: CaseTurn
  before: ComparedAnswer
  /** The version or the draft that answered. */
  answeredBy: { version?: number; draftId?: string }
  /** Tool results for the turn when it is said again, the most fitting first. */
  calls: RecordedToolCall[]
}

export type SessionRecording = { person: SandboxPersonRequest; start?: Scenario['start']; turns: RecordedTurn[] }

type RecordedSession = { asid: string; sessionId: string }

const maxTurns = 200

/** Reads a real session as it can be said again; undefined if nothing is left of it. */
export async function loadSession(
  agent: AgentKey,
  { asid, sessionId }: RecordedSession,
  definition: AgentDefinition,
  { db, world, transcripts }: Pick<RegressionDeps, 'db' | 'world' | 'transcripts'>,
): Promise<SessionRecording | undefined> {
  const session = await transcripts.findSession(db, agent, { sessionId, asid })
  if (!session) return undefined
  const span = { since: session.startedAt, now: world.now() }
  const lines: RecordedLine[] = await transcripts.listEntries(db, agent, session, span)
  const records = await turns.listBySession(db, agent, { userId: asid, sessionId, limit: maxTurns })
  const recorded = toRecordedTurns(lines, records)
  if (recorded.length === 0) return undefined
  const { start, history } = buildStart({ lines, turns: records, pseudonymizer: asSaid }, definition)
  const preset = await readPreset(db, agent, asid, records)
  const { channel } = chooseCaseChannel(session.channel)
  const person: SandboxPersonRequest = { channel, preset, ...(history && { history }) }
  return { person, ...(start && { start }), turns: recorded }
}

/** Nothing is replaced: the recording stays within the replay. */
const asSaid = { redact: (text: string) => text }

/** Leaves out what the agent never answered: keywords, and what was said while a member held the conversation. */
function toRecordedTurns(lines: readonly RecordedLine[], records: readonly TurnRecord[]): RecordedTurn[] {
  const byEvent = new Map(records.map((record) => [record.eventId, record]))
  const agentLines = lines.filter((line) => line.from === 'agent')
  const calls = records.map(listCalls)
  return listRecordedActions(lines, agentLines)
    .slice(0, maxTurns)
    .flatMap(({ line, directive }) => {
      const record = byEvent.get(line.eventId)
      const answers = findAnswers(line, lines, agentLines).filter(({ eventId }) => eventId === line.eventId)
      if (!record && answers.length === 0) return []
      const before = record ?? { messages: answers.map((answer) => ({ ...answer, accepted: true })) }
      const said = record?.input?.text ?? (typeof directive === 'string' ? directive : JSON.stringify(directive))
      const { version, draftId } = record ?? {}
      const place = record ? records.indexOf(record) : -1
      return [{ said, directive, before, answeredBy: { version, draftId }, calls: orderCalls(calls, place) }]
    })
}

const listCalls = ({ toolCalls }: TurnRecord): RecordedToolCall[] =>
  toolCalls
    .filter(({ called }) => called)
    .map(({ name, given, ok, result }) => ({ name: toCheckName(name), given, ok, result }))

/** The calls of the turn itself, then those of the turns before it, nearest first, then those after it. */
function orderCalls(calls: readonly RecordedToolCall[][], place: number): RecordedToolCall[] {
  const own = calls[place] ?? []
  return [...own, ...calls.slice(0, Math.max(place, 0)).reverse().flat(), ...calls.slice(place + 1).flat()]
}

/** The person as they were before the session: without the fields that the agent saved in it. */
async function readPreset(db: Db, agent: AgentKey, asid: string, records: readonly TurnRecord[]): Promise<Preset> {
  const person = await personProfiles.findByAsid(db, agent, asid)
  if (!person) return {}
  const saved = new Set(records.flatMap(({ toolCalls }) => toolCalls.flatMap(listSavedFields)))
  const fields = Object.entries(selectProfile(person)).filter(([name]) => !saved.has(name))
  const custom = Object.entries(person.customFields).filter(([key]) => !saved.has(`customFields.${key}`))
  return {
    fields: { ...Object.fromEntries(fields), customFields: Object.fromEntries(custom) },
    consent: { status: person.consent.status },
  }
}

function listSavedFields({ name, result }: TurnRecord['toolCalls'][number]): string[] {
  const { saved } = (result ?? {}) as { saved?: unknown }
  return name === 'people.save' && Array.isArray(saved) ? saved.map(String) : []
}

const profileFields = [
  ...(['fullName', 'firstName', 'lastName', 'email', 'phone', 'company', 'title', 'status', 'source'] as const),
  ...(['assignedRepresentativeId', 'preferredLocationId', 'tags', 'notes'] as const),
] satisfies (keyof Person)[]

const selectProfile = (person: Person) =>
  Object.fromEntries(profileFields.flatMap((name) => (person[name] === undefined ? [] : [[name, person[name]]])))
