import { type EmulatedChannel, emulatedChannels } from '@parley/amf'
import { type AgentDefinition, serializeOutreach } from '@parley/definition'
import type { CaseDocument, Directive } from '@parley/testcase'
import type { TurnRecord } from '../../runtime/index.ts'
import {
  type AgentLine,
  buildDirective,
  deriveChecks,
  type PersonLine,
  type RecordedLine,
  type RecordingEnd,
} from './derive-checks.ts'

import type { Pseudonymizer } from './pseudonymize.ts'

const maxLengths = { title: 300, brief: 2000, text: 4000, criterion: 1000, label: 200 }

const truncateTo = (text: string, length: number): string => text.slice(0, length).toWellFormed()

/** Longer texts are cut off before redaction. */
const maxInputLength = 2 * maxLengths.text

/**
 * Redacts before truncating: half a phone number would not be recognized, and a pseudonym may be longer than the
 * original. When the input was cut off, the end of the redacted text is dropped because it may contain half a value.
 */
export function redactAndTruncate(text: string, length: number, { redact }: Pseudonymizer): string {
  const redacted = redact(text.slice(0, maxInputLength))
  const whole = text.length > maxInputLength ? redacted.slice(0, -maxLengths.text) : redacted
  const truncated = truncateTo(whole, length)
  return truncated.trim() === '' ? '[omitted]' : truncated
}

const directiveTextLengths: Record<string, number> = {
  chip: maxLengths.label,
  label: maxLengths.label,
  fallback: maxLengths.text,
  text: maxLengths.text,
}

function redactDirective(turn: Directive, standIn: Pseudonymizer): Directive {
  if (typeof turn === 'string') return redactAndTruncate(turn, maxLengths.text, standIn)
  const fields = Object.entries(turn).map(([name, value]): [string, unknown] => {
    const length = directiveTextLengths[name]
    return [name, length !== undefined && typeof value === 'string' ? redactAndTruncate(value, length, standIn) : value]
  })
  return Object.fromEntries(fields) as Directive
}

export type Recording = {
  channel: string
  lines: readonly RecordedLine[]
  /** All turns of the session, in order. */
  turns: readonly TurnRecord[]
  pseudonymizer: Pseudonymizer
  origin: NonNullable<CaseDocument['origin']>
  title?: string
  expectation?: string
}

const maxTurns = 40

export type RecordedAction = { line: PersonLine; directive: Directive }

/** Builds a case from a conversation, without personal data. Returns undefined when the person did nothing in it. */
export function buildCaseDocument(recording: Recording, definition: AgentDefinition): CaseDocument | undefined {
  const { lines, pseudonymizer, origin } = recording
  const agentLines = lines.filter((entry) => entry.from === 'agent')
  const all = listRecordedActions(lines, agentLines)
  const done = all.slice(0, maxTurns)
  if (done.length === 0) return undefined
  const { channel, channelNotes } = chooseCaseChannel(recording.channel)
  const notes = [...channelNotes, ...(all.length > done.length ? [describeTruncation(all.length)] : [])].join('\n')
  const turns = done.map(({ directive }) => redactDirective(directive, pseudonymizer))
  const { title, expectation } = redactTitleAndExpectation(recording)
  return {
    title: title ?? `Recorded: ${describeDirective(turns[0])}`,
    ...(expectation !== undefined && { brief: { scenario: describeScenario(turns, channel), expected: expectation } }),
    ...(notes && { notes }),
    origin,
    scenario: { channel, persona: toPersona(pseudonymizer), ...buildStart(recording, definition) },
    turns,
    expect: {
      checks: deriveChecks(findEnd(done, recording, agentLines)),
      ...(expectation !== undefined && { judge: { criteria: [toCriterion(expectation)] } }),
    },
  }
}

const describeTruncation = (count: number): string =>
  `The conversation was longer: these are the first ${maxTurns} of ${count} turns.`

function redactTitleAndExpectation({
  title,
  expectation,
  pseudonymizer,
}: Recording): Pick<Recording, 'title' | 'expectation'> {
  return {
    ...(title !== undefined && { title: redactAndTruncate(title, maxLengths.title, pseudonymizer) }),
    ...(expectation !== undefined && { expectation: redactAndTruncate(expectation, maxLengths.brief, pseudonymizer) }),
  }
}

const toCriterion = (text: string) => ({ id: 'as-expected', text: truncateTo(text, maxLengths.criterion) })

/** What the person did, as directives; leaves out what cannot be repeated. */
export const listRecordedActions = (
  lines: readonly RecordedLine[],
  agentLines: readonly AgentLine[],
): RecordedAction[] => lines.flatMap((entry) => (entry.from === 'person' ? toRecordedActions(entry, agentLines) : []))

function toRecordedActions(line: PersonLine, agentLines: readonly AgentLine[]): RecordedAction[] {
  const directive = buildDirective(line, agentLines)
  return directive === undefined ? [] : [{ line, directive }]
}

export function chooseCaseChannel(channel: string): { channel: EmulatedChannel; channelNotes: string[] } {
  const known = emulatedChannels.find((one) => one === channel)
  return known
    ? { channel: known, channelNotes: [] }
    : { channel: 'rcs', channelNotes: [`Recorded on ${channel}, played on rcs.`] }
}

const toPersona = ({ firstName }: Pseudonymizer) => ({ preset: firstName ? { fields: { firstName } } : {} })

type RecordedStart = Pick<NonNullable<CaseDocument['scenario']>, 'start' | 'history'>

/** How the agent started the conversation: with an Outreach that still exists, or with a message. */
export function buildStart(
  { turns, lines, pseudonymizer }: Pick<Recording, 'turns' | 'lines' | 'pseudonymizer'>,
  definition: AgentDefinition,
): RecordedStart {
  const opened = definition.outreaches.find(({ id }) => id === turns[0]?.outreachId)
  if (opened) {
    const names = serializeOutreach(definition, opened).inputs
    const inputs = Object.fromEntries(names.map((name) => [name, `[${name}]`.slice(0, maxLengths.brief)]))
    return { start: { outreach: { outreachId: opened.id, ...(names.length > 0 && { inputs }) } } }
  }
  const first = lines.find((entry) => entry.from === 'person')
  const before = lines.filter(
    (entry) => entry.from === 'agent' && !entry.eventId && first && entry.at < first.at,
  ) as AgentLine[]
  const withText = before.filter(({ text }) => text.trim() !== '').slice(-maxTurns)
  const history = withText.map(({ text }) => ({
    role: 'assistant' as const,
    content: redactAndTruncate(text, maxLengths.text, pseudonymizer),
  }))
  return history.length > 0 ? { history } : {}
}

/** Finds the last turn and the last directive that called for a reply; a tap that was only reported does not. */
function findEnd(
  done: readonly RecordedAction[],
  { turns, lines }: Recording,
  agentLines: readonly AgentLine[],
): RecordingEnd {
  const replied = done.map(({ line, directive }) => ({ directive, answers: findAnswers(line, lines, agentLines) }))
  const last = replied.findLast(({ directive, answers }) => !isAction(directive) || answers.length > 0)
  const place = turns.findIndex(({ eventId }) => eventId === done.at(-1)?.line.eventId)
  return { ...(last && { reply: last }), turns: turns.slice(0, place + 1), turn: turns[place] }
}

const isAction = (directive: Directive): boolean => typeof directive === 'object' && 'action' in directive

/** Replies to the line, and messages that the agent initiated before the person's next line. */
export function findAnswers(
  line: PersonLine,
  lines: readonly RecordedLine[],
  agentLines: readonly AgentLine[],
): AgentLine[] {
  const next = lines.slice(lines.indexOf(line) + 1).find((one) => one.from === 'person')
  return agentLines.filter((one) =>
    one.eventId === undefined ? one.at >= line.at && !(next && one.at >= next.at) : one.eventId === line.eventId,
  )
}

function describeScenario(turns: readonly Directive[], channel: string): string {
  const count = turns.length === 1 ? 'once' : `${turns.length} times`
  return `A person writes on ${channel}, ${count}, and begins with “${describeDirective(turns[0])}”.`
}

function describeDirective(directive: Directive | undefined): string {
  if (typeof directive === 'string') return truncateTo(directive.replaceAll(/\s+/g, ' ').trim(), 200)
  if (directive && 'fallback' in directive && directive.fallback) return truncateTo(directive.fallback, 200)
  return directive ? `(${Object.keys(directive)[0]})` : ''
}
