import type { Embedder } from '../../server/src/domains/knowledge/index.ts'
import { type Database, openDatabase } from '../../server/src/platform/db/database.ts'
import type { Benchmark } from '../benchmark.ts'
import { createBenchAgents } from '../knowledge.ts'
import { languages, type QuestionSet, readQuestionSets } from './corpus.ts'
import { createBenchEmbedder } from './embedders.ts'
import { measureFacts } from './facts.ts'
import { measureGrouping, measurePairs } from './grouping.ts'
import { measureReplies } from './replies.ts'

const replyPrecisionTarget = 99.5

/** How well Parley understands questions of people, in labelled questions of three businesses that nothing else reads. */
export async function benchUnderstanding(url: string): Promise<Benchmark[]> {
  const database = openDatabase(url)
  const { name, embedder } = createBenchEmbedder()
  try {
    const sets = readQuestionSets()
    const agents = await createBenchAgents(database, sets.length)
    const results: SetResult[] = []
    for (const [at, set] of sets.entries()) results.push(await measureSet(database, agents[at]!, { set, embedder }))
    return [...languages.flatMap((language) => summarize(results, language, name)), ...describeReplies()]
  } finally {
    await embedder.close()
    await database.close()
  }
}

type SetResult = { language: string; questions: number; shares: Record<string, number> }
type SetInput = { set: QuestionSet; embedder: Embedder }

async function measureSet(
  database: Database,
  agent: Parameters<typeof measureFacts>[1],
  { set, embedder }: SetInput,
): Promise<SetResult> {
  const grouping = await measureGrouping(set, embedder)
  const pairs = await measurePairs(set, embedder)
  const { answerable, first, questions } = await measureFacts(database, agent, set, embedder)
  const shares = {
    'grouping, pairwise F1': grouping.f1,
    'grouping, precision': grouping.precision,
    'grouping, recall': grouping.recall,
    'similarity alone, best pairwise F1': pairs.f1,
    'answerable, precision': answerable.precision,
    'answerable, recall': answerable.recall,
    'Fact at first place': first,
  }
  console.log(`  ${set.business}.${set.language}: ${JSON.stringify(roundShares(shares))}`)
  return { language: set.language, questions, shares }
}

const roundShares = (shares: Record<string, number>) =>
  Object.fromEntries(Object.entries(shares).map(([name, share]) => [name, Math.round(share * 1000) / 10]))

/** The mean of the businesses, each question counting the same. */
function summarize(results: readonly SetResult[], language: string, name: string): Benchmark[] {
  const own = results.filter((one) => one.language === language)
  const questions = own.reduce((sum, one) => sum + one.questions, 0)
  return Object.keys(own[0]?.shares ?? {}).map((measure) => ({
    name: `understanding ${language}, ${questions} questions, ${name}: ${measure}`,
    ours:
      (100 * own.reduce((sum, { shares, questions: count }) => sum + (shares[measure] ?? 0) * count, 0)) / questions,
    ceiling: 100,
    unit: '%',
  }))
}

function describeReplies(): Benchmark[] {
  const { precision, recall, replies, wrong } = measureReplies()
  for (const line of wrong) console.log(`  reply ${line}`)
  const name = `understanding, ${replies} typed replies to options`
  return [
    { name: `${name}: precision`, ours: precision * 100, ceiling: replyPrecisionTarget, unit: '%' },
    { name: `${name}: recall`, ours: recall * 100, ceiling: 100, unit: '%' },
  ]
}
