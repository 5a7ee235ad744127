import type { AgentDefinition } from '@parley/definition'
import type { Finding } from '@parley/findings'
import { type CaseDocument, generateAttackCases, generateFactCases } from '@parley/testcase'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { problem } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Models } from '../../runtime/index.ts'
import type { AuthorUsage } from '../authoring/author.ts'
import { generateDrafts } from '../authoring/generate.ts'
import type { RegressionDeps } from '../deps.ts'
import { requireEditable, requireTest } from '../suites/problems.ts'
import { lockSuite } from '../suites/queries.ts'
import type { DescriptionGenerateBody, FactsGenerateBody, GenerateBody } from './body.ts'
import type { TestCase } from './case.ts'
import { generateCoverageCases } from './coverage-cases.ts'
import { lintCase } from './lint.ts'
import { saveCases } from './write.ts'

type DroppedCase = { title?: string; findings: Finding[] }
type WrittenCases = { documents: CaseDocument[]; dropped: DroppedCase[]; usage: AuthorUsage }
type GenerateDeps = Pick<RegressionDeps, 'db' | 'world' | 'definitions' | 'models'>

export type GeneratedCases = {
  cases: TestCase[]
  dropped: DroppedCase[]
  usage: AuthorUsage
  definition: AgentDefinition
}

/** Generates cases and stores them. Only the storing holds a lock, because writing takes a while. */
export async function generateCases(
  agent: AgentKey,
  suiteId: string,
  body: GenerateBody,
  { db, world, definitions, models }: GenerateDeps,
): Promise<GeneratedCases> {
  const definition = await definitions.read(db, agent)
  const now = world.now()
  const written = isForModel(body)
    ? await generateFromDescription(definition, body, { author: await models.forAuthor(agent), now })
    : generateWithoutModel(definition, body, now)
  const cases = await inTransaction(db, async (tx) => {
    requireEditable(requireTest(await lockSuite(tx, agent, suiteId), 'suite'))
    return saveCases(tx, agent, written.documents, { suiteId, world })
  })
  return { cases, dropped: written.dropped, usage: written.usage, definition }
}

const noModelUsage: AuthorUsage = { model: 'none', calls: 0, inputTokens: 0, outputTokens: 0, cacheReadTokens: 0 }

const isForModel = (body: GenerateBody): body is DescriptionGenerateBody => 'description' in body

function generateWithoutModel(
  definition: AgentDefinition,
  body: Exclude<GenerateBody, DescriptionGenerateBody>,
  now: Date,
): WrittenCases {
  if (body.source === 'faqs') return dropInvalid(definition, generateFromFacts(definition, body, now))
  if (body.source === 'attacks') return dropInvalid(definition, generateAttackCases(definition, body.packs, now))
  const cases = generateCoverageCases(definition, now)
  if (cases.length > 0) return dropInvalid(definition, cases)
  const detail = 'No playbook has a flow that a test can follow to its end'
  throw problem('agent.test.invalid', 422, { detail, lint: [] })
}

/** In six wordings each, they fill a suite. */
const maxFactsAtOnce = 1000

function generateFromFacts(
  definition: AgentDefinition,
  { faqIds, wordingsPerFaq }: FactsGenerateBody,
  now: Date,
): CaseDocument[] {
  const wanted = faqIds && new Set(faqIds)
  const facts = definition.facts.filter(
    ({ id, enabled, confirmed }) => enabled !== false && confirmed !== false && (!wanted || wanted.has(id)),
  )
  if (facts.length > maxFactsAtOnce) {
    const detail = `Cases are generated from at most ${maxFactsAtOnce} Facts at once: choose some of the ${facts.length} with faqIds`
    throw problem('agent.test.invalid', 422, { detail, lint: [] })
  }
  const byKey = new Map(generateFactCases(facts, { wordingsPerFaq, now }).map((document) => [document.key, document]))
  if (byKey.size === 0) {
    const detail = wanted ? 'None of these is an enabled Fact of the agent' : 'The agent has no enabled Facts'
    throw problem('agent.test.invalid', 422, { detail, lint: [] })
  }
  return [...byKey.values()]
}

function dropInvalid(definition: AgentDefinition, documents: readonly CaseDocument[]): WrittenCases {
  const sound: CaseDocument[] = []
  const dropped: DroppedCase[] = []
  for (const document of documents) {
    const findings = lintCase(definition, document)
    if (findings.some(({ severity }) => severity === 'error')) dropped.push({ title: document.title, findings })
    else sound.push(document)
  }
  return { documents: sound, dropped, usage: noModelUsage }
}

async function generateFromDescription(
  definition: AgentDefinition,
  { description, count, tags }: DescriptionGenerateBody,
  { author, now }: Pick<Models, 'author'> & { now: Date },
): Promise<WrittenCases> {
  const never = new AbortController().signal
  const { drafts, dropped, usage } = await generateDrafts({ author }, definition, { description, count, tags }, never)
  const origin = { kind: 'generated', generatedFrom: description, generatedAt: now.toISOString() } as const
  return { documents: drafts.map((draft) => ({ ...draft, origin })), dropped, usage }
}
