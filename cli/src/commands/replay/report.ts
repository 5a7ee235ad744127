import type { Paint } from '../../text/paint.ts'
import { toPrintable } from '../../text/printable.ts'

type Verdict = 'same' | 'changed' | 'error'
type Side = { text: string; playbookId?: string; tools: string[] }
type Turn = { said: string; before: Side; after: Side; verdict: Verdict; why: string[]; error?: string }

export type CliReplay = {
  id: string
  status: string
  conversations: number
  same: number
  changed: number
  errors: number
  failReason?: string
}
export type CliReplayedConversation = { sessionId: string; verdict: Verdict; turns: Turn[] }

/** The turns of a conversation that differ, as lines. */
export function formatConversation({ sessionId, verdict, turns }: CliReplayedConversation, paint: Paint): string[] {
  const heading = `${verdict === 'error' ? 'ERROR' : 'CHANGED'}  ${toPrintable(sessionId)}`
  const lines = turns.filter((turn) => turn.verdict !== 'same').flatMap((turn) => formatTurn(turn, paint))
  return [verdict === 'error' ? paint('red', heading) : paint('bold', heading), ...lines]
}

function formatTurn({ said, before, after, why, error }: Turn, paint: Paint): string[] {
  const heading = `  > ${toPrintable(said)}${why.length > 0 ? `  (${why.join(', ')})` : ''}`
  const answer = error === undefined ? paint('green', `    + ${describeSide(after)}`) : `    ! ${toPrintable(error)}`
  return [heading, paint('red', `    - ${describeSide(before)}`), answer]
}

function describeSide({ text, tools }: Side): string {
  const calls = tools.length > 0 ? ` [${tools.join(', ')}]` : ''
  return toPrintable(`${text.replaceAll(/\s+/g, ' ')}${calls}`)
}

/** JUnit XML: a test case for each conversation. */
export function writeReplayReport(replay: CliReplay, conversations: readonly CliReplayedConversation[]): string {
  const { id, conversations: tests, changed: failures, errors } = replay
  const suite = `name="replay ${escapeXml(id)}" tests="${tests}" failures="${failures}" errors="${errors}"`
  const cases = conversations.map(writeTestCase)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n<testsuite ${suite}>\n${cases.join('')}</testsuite>\n</testsuites>\n`
}

function writeTestCase({ sessionId, verdict, turns }: CliReplayedConversation): string {
  const opening = `<testcase classname="replay" name="${escapeXml(sessionId)}"`
  if (verdict === 'same') return `${opening}/>\n`
  const differing = turns.filter((turn) => turn.verdict !== 'same')
  const reasons = [...new Set(differing.flatMap(({ why }) => why))].join(', ')
  const message = verdict === 'error' ? (differing[0]?.error ?? 'The conversation could not be played') : reasons
  const tag = verdict === 'error' ? 'error' : 'failure'
  const text = differing.flatMap(({ said, before, after }) => [
    `> ${said}`,
    `- ${describeSide(before)}`,
    `+ ${describeSide(after)}`,
  ])
  return `${opening}><${tag} message="${escapeXml(message)}">${escapeXml(text.join('\n'))}</${tag}></testcase>\n`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** Characters that XML 1.0 does not allow, even escaped. */
const unprintable = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(unprintable, '\uFFFD')
    .replaceAll(/[&<>"']/g, (character) => entities[character] as string)
