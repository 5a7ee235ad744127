import type { AgentDefinition } from '@parley/definition'
import type { Finding } from '@parley/findings'
import { type CaseDocument, factCases } from '@parley/testcase'
import { problem } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { generateDrafts } from '../authoring/generate.ts'
import type { RegressionDeps } from '../deps.ts'
import { lockSuite } from '../suites/queries.ts'
import { own, there } from '../suites/refusals.ts'
import type { Described, FromFacts, GenerateBody } from './body.ts'
import type { TestCase } from './case.ts'
import { lintOf } from './lint.ts'
import { inTransaction } from './queries.ts'
import { storeCases } from './write.ts'

type Dropped = { title?: string; findings: Finding[] }
type Usage = { model: string; calls: number; inputTokens: number; outputTokens: number; cacheReadTokens: number }
type Written = { documents: CaseDocument[]; dropped: Dropped[]; usage: Usage }
type GenerateDeps = Pick<RegressionDeps, 'db' | 'world' | 'definitions' | 'models'>

export type Made = { cases: TestCase[]; dropped: Dropped[]; usage: Usage; definition: AgentDefinition }

/** Document 2, generate. Writing takes its time: only what was written is stored under a lock. */
export async function generate(
  agent: AgentKey,
  suiteId: string,
  body: GenerateBody,
  { db, world, definitions, models }: GenerateDeps,
): Promise<Made> {
  const definition = await definitions.read(db, agent)
  const now = world.now()
  const written =
    body.source === 'faqs' ? fromFacts(definition, body, now) : await described(definition, body, { models, now })
  const cases = await inTransaction(db, async (tx) => {
    own(there(await lockSuite(tx, agent, suiteId), 'suite'))
    return storeCases(tx, agent, written.documents, { suiteId, world })
  })
  return { cases, dropped: written.dropped, usage: written.usage, definition }
}

const noModel: Usage = { model: 'none', calls: 0, inputTokens: 0, outputTokens: 0, cacheReadTokens: 0 }

function fromFacts(definition: AgentDefinition, { faqIds, wordingsPerFaq }: FromFacts, now: Date): Written {
  const wanted = faqIds && new Set(faqIds)
  const facts = definition.facts.filter(
    ({ id, enabled, confirmed }) => enabled !== false && confirmed !== false && (!wanted || wanted.has(id)),
  )
  const byKey = new Map(factCases(facts, { wordingsPerFaq, now }).map((document) => [document.key, document]))
  if (byKey.size === 0) {
    const detail = wanted ? 'None of these is an enabled Fact of the agent' : 'The agent has no enabled Facts'
    throw problem('agent.test.invalid', 422, { detail, lint: [] })
  }
  const sound: CaseDocument[] = []
  const dropped: Dropped[] = []
  for (const document of byKey.values()) {
    const findings = lintOf(definition, document)
    if (findings.some(({ severity }) => severity === 'error')) dropped.push({ title: document.title, findings })
    else sound.push(document)
  }
  return { documents: sound, dropped, usage: noModel }
}

async function described(
  definition: AgentDefinition,
  { description, count, tags }: Described,
  { models, now }: { models: RegressionDeps['models']; now: Date },
): Promise<Written> {
  const never = new AbortController().signal
  const { drafts, dropped, usage } = await generateDrafts(models, definition, { description, count, tags }, never)
  const origin = { kind: 'generated', generatedFrom: description, generatedAt: now.toISOString() } as const
  return { documents: drafts.map((draft) => ({ ...draft, origin })), dropped, usage }
}
