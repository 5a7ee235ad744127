import { type AgentFact, maxFacts, stampFacts } from '@parley/definition'
import type { Db } from '../../platform/db/database.ts'
import { problem } from '../../platform/http/problem.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import { createSlugCandidates } from '../../platform/slug.ts'
import type { World } from '../../platform/world.ts'
import type { DefinitionListener, Definitions } from '../agents/index.ts'
import type { InsightDeps } from './deps.ts'
import { type LockedGroup, reopenAnsweredBy, setGroupState } from './queries/unanswered.ts'
import type { AnswerBody } from './schemas.ts'

type DefinitionWrite = Parameters<Definitions['write']>[2]

export type AnswerRequest = Pick<DefinitionWrite, 'locked'> & {
  group: LockedGroup
  /** The most typical wording. */
  typical: string
  body: AnswerBody
}

const maxQuestionLength = 300

/** Adds the Fact to live or to the draft of the request, and marks the question as answered by it. */
export async function answerQuestion(
  tx: Db,
  agent: AgentKey,
  { locked, group, typical, body }: AnswerRequest,
  { definitions, world }: Pick<InsightDeps, 'definitions' | 'world'>,
): Promise<void> {
  if (group.state === 'answered')
    throw problem('resource.conflict', 409, {
      detail: 'The question is answered already. Reopen it to answer it again.',
    })
  const { facts } = locked.definition
  if (facts.length >= maxFacts)
    throw problem('resource.conflict', 409, { detail: `An agent has at most ${maxFacts} Facts` })
  const question = body.question ?? [...typical].slice(0, maxQuestionLength).join('')
  const { answer, alternates } = body
  const taken = new Set(facts.map(({ id }) => id))
  const id = createSlugCandidates(toSlug(question), world).find((candidate) => !taken.has(candidate)) as string
  const fact: AgentFact = { id, question, answer, ...(alternates && { alternates }), source: 'suggested' }
  const now = world.now()
  await definitions.write(tx, agent, {
    locked,
    world,
    pathStyle: 'section',
    edit: (definition) => ({
      ...definition,
      facts: [...definition.facts, ...stampFacts([fact], [], now.toISOString())],
    }),
  })
  const draftId = agent.draft?.id
  await setGroupState(tx, agent, {
    ...{ groupKey: group.groupKey, state: 'answered', factId: id, now },
    ...(draftId !== undefined && { draftId }),
  })
}

/** A question whose Fact is deleted from live has no answer any more. */
export const createDeletedFactListener =
  (world: World): DefinitionListener =>
  async (tx, agent, { before, definition, changed }) => {
    if (!changed.includes('facts')) return
    const left = new Set(definition.facts.map(({ id }) => id))
    const factIds = before.facts.map(({ id }) => id).filter((id) => !left.has(id))
    if (factIds.length > 0) await reopenAnsweredBy(tx, agent, { factIds, now: world.now() })
  }

function toSlug(question: string): string {
  const slug = question
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 50)
    .replace(/-+$/, '')
  return slug || 'question'
}
