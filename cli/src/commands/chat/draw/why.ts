import { shortened } from '../../../layout/width.ts'
import { wrap } from '../../../layout/wrap.ts'
import { counted, plain } from '../../../text/plain.ts'
import type { Inspection, PastTurn } from '../turn.ts'
import type { Style } from './style.ts'

const longestValue = 60

/** Why a turn was answered as it was: a name and what is to be said of it, line by line. */
export function drawWhy(turn: PastTurn, style: Style): string[] {
  const facts = [...(turn.inspection ? explained(turn, turn.inspection) : unexplained(turn)), ...happened(turn)]
  return facts.flatMap(([name, value]) => {
    const lines = wrap(value, style.columns - nameColumns)
    return lines.map((line, at) => style.paint('dim', (at === 0 ? name : '').padEnd(nameColumns)) + line)
  })
}

const nameColumns = 11
/** The best; the others explain little. */
const mostKnowledge = 5
type Fact = readonly [name: string, value: string]

const unexplained = ({ playbookId }: PastTurn): Fact[] => [
  ['Playbook', playbookId ?? 'not known: the agent has a webhook of its own, which answers'],
]

function explained({ playbookId }: PastTurn, inspection: Inspection): Fact[] {
  const { goalId, goalsReached = [], outcomes = [], flow, knowledge = [], toolCalls = [], milliseconds } = inspection
  const { modelCalls = [], ruleHits = [] } = inspection
  return [
    ['Playbook', playbookId ?? 'none: the agent answers by itself'],
    ...(goalId === undefined ? [] : [['Goal', goalId] as const]),
    ...(goalsReached.length === 0 ? [] : [['Reached', goalsReached.join(', ')] as const]),
    ...(outcomes.length === 0 ? [] : [['Outcome', outcomes.join(', ')] as const]),
    ...(flow ? [['Flow', flowWords(flow)] as const] : []),
    ...knowledge
      .slice(0, mostKnowledge)
      .map(({ kind, id, title, score }) => ['Knowledge', `${kind} ${title || id} (${score.toFixed(2)})`] as const),
    ...toolCalls.map((call) => ['Tool', toolWords(call)] as const),
    ...modelCalls.map((call) => ['Model', modelWords(call)] as const),
    ...ruleHits.map(
      ({ ruleId, action }) => ['Rule', `${ruleId}: ${action === 'block' ? 'blocked' : 'said anew'}`] as const,
    ),
    ...(milliseconds === undefined ? [] : [['Time', `${milliseconds} ms`] as const]),
  ]
}

const happened = ({ effects, warnings }: PastTurn): Fact[] => [
  ...effects.map(({ kind, summary }) => ['Effect', `${kind}: ${summary}`] as const),
  ...warnings.map((warning) => ['Warning', warning] as const),
]

function flowWords({ playbookId, step, slots }: NonNullable<Inspection['flow']>): string {
  const filled = Object.entries(slots).map(([name, value]) => `${name} ${valueWords(value)}`)
  const where = step === undefined ? 'over' : `at step ${step + 1}`
  return [`${playbookId}, ${where}`, ...(filled.length > 0 ? [filled.join(', ')] : [])].join('; ')
}

const valueWords = (value: unknown): string =>
  shortened(plain(typeof value === 'string' ? value : (JSON.stringify(value) ?? '')), longestValue)

const toolWords = ({ name, called, ok, milliseconds }: NonNullable<Inspection['toolCalls']>[number]): string =>
  `${name}: ${called ? (ok ? 'done' : 'failed') : 'refused'}, ${milliseconds} ms`

function modelWords({ purpose, provider, model, ...spent }: NonNullable<Inspection['modelCalls']>[number]): string {
  const name = provider === model ? model : `${provider} ${model}`
  return `${name} for ${purpose}: ${counted(spent.inputTokens, 'token')} in, ${spent.outputTokens} out`
}
