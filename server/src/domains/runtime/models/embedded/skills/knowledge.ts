import type { TurnHints } from '../../model.ts'
import { escapeFactMarkers, escapeMarkers, printThingsMarker } from '../aml.ts'
import {
  computeSimilarity,
  countShared,
  extractStems,
  splitQuestions,
  splitSentences,
  subtractStems,
} from '../language/words.ts'
import { phrases } from '../phrases.ts'
import { createReplyStep, isQuestion, type ModelStep, type Skill, type SkillContext } from '../skill-context.ts'
import { isSmallTalk } from './small-talk.ts'

type KnowledgeHint = TurnHints['found'][number]

/** A question about anything may have these; that two have them says nothing. */
const common = extractStems('sell offer take make give carry use come find bring today')

/** By these the words count beyond the score: that of a question that means the same is often that of a stranger's. */
const forTitle = 0.2
const forText = 0.08

/** How far a hit can be trusted, on the scale of its score. */
function computeConfidence({ title, text, score }: KnowledgeHint, { said }: SkillContext): number {
  const asked = subtractStems(withPlaceStems(said), common)
  const named = subtractStems(withPlaceStems(title), common)
  const both = countShared(asked, named)
  if (both > 0) return score + forTitle * Math.max(both / asked.size, both / named.size)
  return score + (countShared(asked, extractStems(text)) > 0 ? forText : 0)
}

const places = extractStems('located location address directions')

/** "Where" asks for what is named in other words as well. */
function withPlaceStems(text: string): Set<string> {
  const stems = extractStems(text)
  const rest = subtractStems(stems, places)
  return rest.size < stems.size || /\bwhere\b/i.test(text) ? rest.add('where') : stems
}

/** It may be meant. */
const getMinConfidence = ({ thresholds: { likely } }: SkillContext): number => likely + 0.15

/** It is rather meant than not. */
const getGoodConfidence = ({ thresholds: { certain } }: SkillContext): number => certain - 0.1

/** A Fact that is what was asked for is said as it stands; of two questions, each is answered. */
export const certainFactSkill: Skill = (view) => {
  if (isSmallTalk(view)) return undefined
  const byClause = factsByClause(view)
  const [top] = selectFacts(view).filter(({ score }) => score >= view.thresholds.certain)
  if (byClause.length > 1) return createReplyStep(...byClause.map(formatMatch))
  const whole = top ?? byClause.find(({ like }) => like >= sameQuestion)?.fact
  return whole && createReplyStep(escapeFactMarkers(whole.text))
}

function formatMatch({ fact, isDoubtful }: Match): string {
  const words = escapeFactMarkers(fact.text)
  return isDoubtful && !fact.exact ? `${phrases.mayHelp} ${words}` : words
}

/** The best of what may be meant, where nothing else helps. */
export const likelyKnowledgeSkill: Skill = (view) => answerFromKnowledge(view, getMinConfidence(view))

/** A question is better answered than handed to a playbook, where it is rather meant than not. */
export const questionKnowledgeSkill: Skill = (view) =>
  isQuestion(view) ? answerFromKnowledge(view, getGoodConfidence(view)) : undefined

const leadOfFacts = 0.15

/** A Fact before a passage or a Thing, unless that fits much better. */
function answerFromKnowledge(view: SkillContext, least: number): ModelStep | undefined {
  if (isSmallTalk(view)) return undefined
  const lead = ({ kind }: KnowledgeHint) => (kind === 'fact' ? leadOfFacts : 0)
  const [best] = selectHits(view)
    .map((hit) => ({ hit, trust: computeConfidence(hit, view) }))
    .filter(({ trust }) => trust > least)
    .toSorted((one, other) => other.trust + lead(other.hit) - one.trust - lead(one.hit))
  return best && createReplyStep(...formatHit(best.hit, best.trust, view))
}

/** What is doubtful is said with the doubt, but for what is to be said word for word. */
function formatHit(hit: KnowledgeHint, trust: number, view: SkillContext): string[] {
  if (hit.kind === 'thing') return [phrases.shown, printThingsMarker([hit.id])]
  const words = hit.kind === 'fact' ? escapeFactMarkers(hit.text) : escapeMarkers(extractSentence(hit.text, view.said))
  return [hit.exact || trust > getGoodConfidence(view) ? words : `${phrases.mayHelp} ${words}`]
}

function selectHits({ hints }: SkillContext): KnowledgeHint[] {
  return hints.found.filter(({ kind, text }) => kind === 'thing' || text.trim() !== '')
}

function selectFacts(view: SkillContext): KnowledgeHint[] {
  return selectHits(view).filter(({ kind }) => kind === 'fact')
}

/** Below these a Fact has nothing to do with a clause. */
const minSimilarity = 0.5
const minScore = 0.15
const sameQuestion = 0.8

type Match = { fact: KnowledgeHint; like: number; isDoubtful?: boolean }

/** For a message of several sentences, the Fact of each that has one; each Fact once. */
function factsByClause(view: SkillContext): Match[] {
  const clauses = splitQuestions(view.said)
  if (clauses.length < 2) return []
  const facts = selectFacts(view).filter(({ score }) => score >= minScore)
  const matches = clauses.map((clause) => ({ clause, match: findClosestFact(clause, facts) }))
  const told = new Set(matches.map(({ match }) => match?.fact.id))
  const rest = facts.filter(({ id }) => !told.has(id))
  const all = matches.flatMap(({ clause, match }) => match ?? findFactForClause({ ...view, said: clause }, rest) ?? [])
  return [...new Map(all.map((match) => [match.fact.id, match])).values()]
}

/** A Fact may be asked for in words that its title has not; each question was searched for by itself. */
function findFactForClause(view: SkillContext, rest: readonly KnowledgeHint[]): Match | undefined {
  if (!isQuestion({ ...view, asked: view.said.toLowerCase() })) return undefined
  const [best] = rest
    .map((fact) => ({ fact, trust: computeConfidence(fact, view) }))
    .filter(({ trust }) => trust > getMinConfidence(view))
    .toSorted((one, other) => other.trust - one.trust)
  return best && { fact: best.fact, like: 0, isDoubtful: best.trust <= getGoodConfidence(view) }
}

function findClosestFact(clause: string, facts: readonly KnowledgeHint[]): Match | undefined {
  return facts
    .map((fact) => ({ fact, like: computeSimilarity(clause, fact.title) }))
    .filter(({ like }) => like >= minSimilarity)
    .toSorted((one, other) => other.like - one.like)[0]
}

/** Shorter than this a sentence seldom stands alone. */
const shortSentence = 60

/** The sentence of a passage that has most of the words, and the next where that belongs to it. */
function extractSentence(text: string, said: string): string {
  const sentences = splitSentences(text)
  const asked = extractStems(said)
  const counts = sentences.map((sentence) => countShared(asked, extractStems(sentence)))
  const best = counts.indexOf(Math.max(...counts))
  const first = sentences[best]
  if (first === undefined) return text
  const goesOn = first.length < shortSentence || (counts[best + 1] ?? 0) > 0
  return [first, goesOn ? sentences[best + 1] : undefined].filter(Boolean).join(' ')
}
