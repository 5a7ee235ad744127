import type { TurnHints } from '../../model.ts'

import {
  computeSimilarity,
  countShared,
  extractStems,
  splitQuestions,
  splitSentences,
  subtractStems,
} from '../language/words.ts'
import { escapeFactMarkers, escapeMarkers, phrases, printThingsMarker } from '../phrases.ts'
import { createReplyStep, isQuestion, type ModelStep, type Skill, type SkillContext } from '../skill-context.ts'
import { isSmallTalk } from './small-talk.ts'

type KnowledgeHint = TurnHints['found'][number]

/** Words that occur in all kinds of questions; sharing them means nothing. */
const common = extractStems('sell offer take make give carry use come find bring today')

/** Bonus for shared words on top of the score, because a paraphrase often scores no higher than an unrelated entry. */
const forTitle = 0.2
const forText = 0.08

function computeConfidence({ title, text, score }: KnowledgeHint, { personText }: SkillContext): number {
  const questionStems = subtractStems(withPlaceStems(personText), common)
  const named = subtractStems(withPlaceStems(title), common)
  const both = countShared(questionStems, named)
  if (both > 0) return score + forTitle * Math.max(both / questionStems.size, both / named.size)
  return score + (countShared(questionStems, extractStems(text)) > 0 ? forText : 0)
}

const places = extractStems('located location address directions')

/** Treats words for a place as `where`. */
function withPlaceStems(text: string): Set<string> {
  const stems = extractStems(text)
  const rest = subtractStems(stems, places)
  return rest.size < stems.size || /\bwhere\b/i.test(text) ? rest.add('where') : stems
}

const getMinConfidence = ({ thresholds: { likely } }: SkillContext): number => likely + 0.15

const getGoodConfidence = ({ thresholds: { certain } }: SkillContext): number => certain - 0.1

/** Says a certain Fact verbatim; answers each of several questions. */
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

/** The best possible match, when nothing else helps. */
export const likelyKnowledgeSkill: Skill = (view) => answerFromKnowledge(view, getMinConfidence(view))

/** A probable answer to a question is better than entering a playbook. */
export const questionKnowledgeSkill: Skill = (view) =>
  isQuestion(view) ? answerFromKnowledge(view, getGoodConfidence(view)) : undefined

const leadOfFacts = 0.15

/** Prefers a Fact over a passage or a Thing unless the other fits much better. */
function answerFromKnowledge(view: SkillContext, least: number): ModelStep | undefined {
  if (isSmallTalk(view)) return undefined
  const lead = ({ kind }: KnowledgeHint) => (kind === 'fact' ? leadOfFacts : 0)
  const [best] = selectHits(view)
    .map((hit) => ({ hit, trust: computeConfidence(hit, view) }))
    .filter(({ trust }) => trust > least)
    .toSorted((one, other) => other.trust + lead(other.hit) - one.trust - lead(one.hit))
  return best && createReplyStep(...formatHit(best.hit, best.trust, view))
}

/** Introduces an uncertain answer as such, except for text that must be said verbatim. */
function formatHit(hit: KnowledgeHint, trust: number, view: SkillContext): string[] {
  if (hit.kind === 'thing') return [phrases.shown, printThingsMarker([hit.id])]
  const words =
    hit.kind === 'fact' ? escapeFactMarkers(hit.text) : escapeMarkers(extractSentence(hit.text, view.personText))
  return [hit.exact || trust > getGoodConfidence(view) ? words : `${phrases.mayHelp} ${words}`]
}

function selectHits({ hints }: SkillContext): KnowledgeHint[] {
  return hints.found.filter(({ kind, text }) => kind === 'thing' || text.trim() !== '')
}

function selectFacts(view: SkillContext): KnowledgeHint[] {
  return selectHits(view).filter(({ kind }) => kind === 'fact')
}

/** Below these values a Fact is unrelated to a clause. */
const minSimilarity = 0.5
const minScore = 0.15
const sameQuestion = 0.8

type Match = { fact: KnowledgeHint; like: number; isDoubtful?: boolean }

/** For a message with several questions, finds the best Fact for each; each Fact is used once. */
function factsByClause(view: SkillContext): Match[] {
  const clauses = splitQuestions(view.personText)
  if (clauses.length < 2) return []
  const facts = selectFacts(view).filter(({ score }) => score >= minScore)
  const matches = clauses.map((clause) => ({ clause, match: findClosestFact(clause, facts) }))
  const usedIds = new Set(matches.map(({ match }) => match?.fact.id))
  const rest = facts.filter(({ id }) => !usedIds.has(id))
  const all = matches.flatMap(
    ({ clause, match }) => match ?? findFactForClause({ ...view, personText: clause }, rest) ?? [],
  )
  return [...new Map(all.map((match) => [match.fact.id, match])).values()]
}

/** Finds Facts whose titles share no words with the question; each question was searched separately. */
function findFactForClause(view: SkillContext, rest: readonly KnowledgeHint[]): Match | undefined {
  if (!isQuestion({ ...view, question: view.personText.toLowerCase() })) return undefined
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

/** Shorter sentences rarely make sense alone. */
const shortSentence = 60

/** The sentence of a passage that shares the most words, plus the next one if it belongs to it. */
function extractSentence(text: string, question: string): string {
  const sentences = splitSentences(text)
  const questionStems = extractStems(question)
  const counts = sentences.map((sentence) => countShared(questionStems, extractStems(sentence)))
  const best = counts.indexOf(Math.max(...counts))
  const first = sentences[best]
  if (first === undefined) return text
  const goesOn = first.length < shortSentence || (counts[best + 1] ?? 0) > 0
  return [first, goesOn ? sentences[best + 1] : undefined].filter(Boolean).join(' ')
}
