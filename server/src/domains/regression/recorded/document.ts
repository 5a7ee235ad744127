import { type AgentDefinition, shownOutreach } from '@parley/definition'
import { type CaseChannel, type CaseDocument, caseChannels, type Directive } from '@parley/testcase'
import { type AgentLine, directiveOf, type Line, type PersonLine } from './directive.ts'
import { type Ending, expectedOf, type Turn } from './expected.ts'
import { cutTo, longest, redactedTurn, within } from './redacted.ts'
import type { StandIn } from './stand-in.ts'

/** A conversation as it was, up to where it is to be recorded. */
export type Recording = {
  channel: string
  lines: readonly Line[]
  /** Of the session, in order. */
  turns: readonly Turn[]
  standIn: StandIn
  origin: NonNullable<CaseDocument['origin']>
  title?: string
  expectation?: string
}

const mostTurns = 40

type Done = { line: PersonLine; directive: Directive }

/** Makes a case of a conversation; undefined when the person has done nothing in it. Nothing of theirs is left in it. */
export function caseOf(recording: Recording, definition: AgentDefinition): CaseDocument | undefined {
  const { lines, standIn, origin } = recording
  const shown = lines.filter((line) => line.from === 'agent')
  const all = lines.flatMap((line) => (line.from === 'person' ? doneOf(line, shown) : []))
  const done = all.slice(0, mostTurns)
  if (done.length === 0) return undefined
  const { channel, noted } = playedOn(recording.channel)
  const notes = [...noted, ...(all.length > done.length ? [wentOn(all.length)] : [])].join('\n')
  const turns = done.map(({ directive }) => redactedTurn(directive, standIn))
  const { title, expectation } = redactedWords(recording)
  return {
    title: title ?? `Recorded: ${wordsOf(turns[0])}`,
    ...(expectation !== undefined && { brief: { scenario: scenarioOf(turns, channel), expected: expectation } }),
    ...(notes && { notes }),
    origin,
    scenario: { channel, persona: personaOf(standIn), ...beginningOf(recording, definition) },
    turns,
    expect: {
      checks: expectedOf(endingOf(done, recording, shown)),
      ...(expectation !== undefined && { judge: { criteria: [criterionOf(expectation)] } }),
    },
  }
}

const wentOn = (count: number): string =>
  `The conversation went on: these are the first ${mostTurns} turns of ${count}.`

function redactedWords({ title, expectation, standIn }: Recording): Pick<Recording, 'title' | 'expectation'> {
  return {
    ...(title !== undefined && { title: within(title, longest.title, standIn) }),
    ...(expectation !== undefined && { expectation: within(expectation, longest.brief, standIn) }),
  }
}

const criterionOf = (text: string) => ({ id: 'as-expected', text: cutTo(text, longest.criterion) })

function doneOf(line: PersonLine, shown: readonly AgentLine[]): Done[] {
  const directive = directiveOf(line, shown)
  return directive === undefined ? [] : [{ line, directive }]
}

function playedOn(channel: string): { channel: CaseChannel; noted: string[] } {
  const known = caseChannels.find((one) => one === channel)
  return known ? { channel: known, noted: [] } : { channel: 'rcs', noted: [`Recorded on ${channel}, played on rcs.`] }
}

const personaOf = ({ firstName }: StandIn) => ({ preset: firstName ? { fields: { firstName } } : {} })

type Beginning = Pick<NonNullable<CaseDocument['scenario']>, 'start' | 'history'>

/** As the agent began it: by an Outreach that is still there, or by something that it said. */
function beginningOf({ turns, lines, standIn }: Recording, definition: AgentDefinition): Beginning {
  const opened = definition.outreaches.find(({ id }) => id === turns[0]?.outreachId)
  if (opened) {
    const names = shownOutreach(definition, opened).inputs
    const inputs = Object.fromEntries(names.map((name) => [name, `[${name}]`.slice(0, longest.brief)]))
    return { start: { outreach: { outreachId: opened.id, ...(names.length > 0 && { inputs }) } } }
  }
  const first = lines.find((line) => line.from === 'person')
  const before = lines.filter(
    (line) => line.from === 'agent' && !line.eventId && first && line.at < first.at,
  ) as AgentLine[]
  const said = before.filter(({ text }) => text.trim() !== '').slice(-mostTurns)
  const history = said.map(({ text }) => ({ role: 'assistant' as const, content: within(text, longest.text, standIn) }))
  return history.length > 0 ? { history } : {}
}

/** The last turn, and what was answered last: a tap that was only reported wants no answer. */
function endingOf(done: readonly Done[], { turns, lines }: Recording, shown: readonly AgentLine[]): Ending {
  const replied = done.map(({ line, directive }) => ({ directive, answers: answersTo(line, lines, shown) }))
  const last = replied.findLast(({ directive, answers }) => !isAction(directive) || answers.length > 0)
  const place = turns.findIndex(({ eventId }) => eventId === done.at(-1)?.line.eventId)
  return { ...(last && { reply: last }), turns: turns.slice(0, place + 1), turn: turns[place] }
}

const isAction = (directive: Directive): boolean => typeof directive === 'object' && 'action' in directive

/** What answers it, and what came after it by itself. */
function answersTo(line: PersonLine, lines: readonly Line[], shown: readonly AgentLine[]): AgentLine[] {
  const next = lines.slice(lines.indexOf(line) + 1).find((one) => one.from === 'person')
  return shown.filter((one) =>
    one.eventId === undefined ? one.at >= line.at && !(next && one.at >= next.at) : one.eventId === line.eventId,
  )
}

function scenarioOf(turns: readonly Directive[], channel: string): string {
  const count = turns.length === 1 ? 'once' : `${turns.length} times`
  return `Somebody writes on ${channel}, ${count}, and begins with “${wordsOf(turns[0])}”.`
}

function wordsOf(directive: Directive | undefined): string {
  if (typeof directive === 'string') return cutTo(directive.replaceAll(/\s+/g, ' ').trim(), 200)
  if (directive && 'fallback' in directive && directive.fallback) return cutTo(directive.fallback, 200)
  return directive ? `(${Object.keys(directive)[0]})` : ''
}
