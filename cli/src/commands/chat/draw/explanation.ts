import { truncateToWidth, wrapText } from '../../../layout/width.ts'

import { formatCountOf, toPrintable } from '../../../text/printable.ts'
import type { PastPersonaTurn, TurnInspection } from '../persona-session.ts'
import type { ChatStyle } from './turn.ts'

const longestValue = 60

/** Explains why the agent answered as it did: one line per name and value. */
export function drawExplanation(turn: PastPersonaTurn, style: ChatStyle): string[] {
  const facts = [
    ...(turn.inspection ? explanationFacts(turn, turn.inspection) : noExplanation(turn)),
    ...formatEffects(turn),
  ]
  return facts.flatMap(([name, value]) => {
    const lines = wrapText(value, style.columns - nameColumns)
    return lines.map((line, at) => style.paint('dim', (at === 0 ? name : '').padEnd(nameColumns)) + line)
  })
}

const nameColumns = 11
/** Only the best matches: the others explain little. */
const mostKnowledge = 5
type Fact = readonly [name: string, value: string]

const noExplanation = ({ playbookId }: PastPersonaTurn): Fact[] => [
  ['Playbook', playbookId ?? "unknown: the agent's own webhook replies"],
]

function explanationFacts({ playbookId }: PastPersonaTurn, inspection: TurnInspection): Fact[] {
  const { goalId, goalsReached = [], outcomes = [], flow, knowledge = [], toolCalls = [], milliseconds } = inspection
  const { modelCalls = [], ruleHits = [] } = inspection
  return [
    ['Playbook', playbookId ?? 'none: the agent replied without one'],
    ...(goalId === undefined ? [] : [['Goal', goalId] as const]),
    ...(goalsReached.length === 0 ? [] : [['Reached', goalsReached.join(', ')] as const]),
    ...(outcomes.length === 0 ? [] : [['Outcome', outcomes.join(', ')] as const]),
    ...(flow ? [['Flow', formatFlow(flow)] as const] : []),
    ...knowledge
      .slice(0, mostKnowledge)
      .map(({ kind, id, title, score }) => ['Knowledge', `${kind} ${title || id} (${score.toFixed(2)})`] as const),
    ...toolCalls.map((call) => ['Tool', formatTool(call)] as const),
    ...modelCalls.map((call) => ['Model', formatModel(call)] as const),
    ...ruleHits.map(
      ({ ruleId, action }) => ['Rule', `${ruleId}: ${action === 'block' ? 'blocked' : 'reworded'}`] as const,
    ),
    ...(milliseconds === undefined ? [] : [['Time', `${milliseconds} ms`] as const]),
  ]
}

const formatEffects = ({ effects, warnings }: PastPersonaTurn): Fact[] => [
  ...effects.map(({ kind, summary }) => ['Effect', `${kind}: ${summary}`] as const),
  ...warnings.map((warning) => ['Warning', warning] as const),
]

function formatFlow({ playbookId, step, slots }: NonNullable<TurnInspection['flow']>): string {
  const filled = Object.entries(slots).map(([name, value]) => `${name} ${formatValue(value)}`)
  const where = step === undefined ? 'over' : `at step ${step + 1}`
  return [`${playbookId}, ${where}`, ...(filled.length > 0 ? [filled.join(', ')] : [])].join('; ')
}

const formatValue = (value: unknown): string =>
  truncateToWidth(toPrintable(typeof value === 'string' ? value : (JSON.stringify(value) ?? '')), longestValue)

const formatTool = ({ name, called, ok, milliseconds }: NonNullable<TurnInspection['toolCalls']>[number]): string =>
  `${name}: ${called ? (ok ? 'done' : 'failed') : 'refused'}, ${milliseconds} ms`

function formatModel({
  purpose,
  provider,
  model,
  ...spent
}: NonNullable<TurnInspection['modelCalls']>[number]): string {
  const name = provider === model ? model : `${provider} ${model}`
  return `${name} for ${purpose}: ${formatCountOf(spent.inputTokens, 'token')} in, ${spent.outputTokens} out`
}
