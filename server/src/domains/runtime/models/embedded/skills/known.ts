import { plain, plainFact, thingsMarker } from '../aml.ts'
import { clausesOf, likeness, sentencesOf, shared, tellingStems } from '../language/words.ts'
import { phrases } from '../phrases.ts'
import { isQuestion, type Skill, type Step, say, type View } from '../view.ts'
import { isSmallTalk } from './small-talk.ts'
import { goodTrust, type Hit, leastTrust, trustOf } from './trust.ts'

/** A Fact that is what was asked for is said as it stands; of two questions, each is answered. */
export const certainFact: Skill = (view) => {
  if (isSmallTalk(view)) return undefined
  const byClause = factsByClause(view)
  const [top] = factsOf(view).filter(({ score }) => score >= view.thresholds.certain)
  if (byClause.length > 1) return say(...byClause.map(toldOf))
  const whole = top ?? byClause.find(({ like }) => like >= sameQuestion)?.fact
  return whole && say(plainFact(whole.text))
}

function toldOf({ fact, isDoubtful }: Match): string {
  const words = plainFact(fact.text)
  return isDoubtful && !fact.exact ? `${phrases.mayHelp} ${words}` : words
}

/** The best of what may be meant, where nothing else helps. */
export const likelyKnown: Skill = (view) => knownFrom(view, leastTrust(view))

/** A question is better answered than handed to a playbook, where it is rather meant than not. */
export const likelyKnownIfAsked: Skill = (view) => (isQuestion(view) ? knownFrom(view, goodTrust(view)) : undefined)

const leadOfFacts = 0.15

/** A Fact before a passage or a Thing, unless that fits much better. */
function knownFrom(view: View, least: number): Step | undefined {
  if (isSmallTalk(view)) return undefined
  const lead = ({ kind }: Hit) => (kind === 'fact' ? leadOfFacts : 0)
  const [best] = hitsOf(view)
    .map((hit) => ({ hit, trust: trustOf(hit, view) }))
    .filter(({ trust }) => trust > least)
    .toSorted((one, other) => other.trust + lead(other.hit) - one.trust - lead(one.hit))
  return best && say(...told(best.hit, best.trust, view))
}

/** What is doubtful is said with the doubt, but for what is to be said word for word. */
function told(hit: Hit, trust: number, view: View): string[] {
  if (hit.kind === 'thing') return [phrases.shown, thingsMarker([hit.id])]
  const words = hit.kind === 'fact' ? plainFact(hit.text) : plain(extract(hit.text, view.said))
  return [hit.exact || trust > goodTrust(view) ? words : `${phrases.mayHelp} ${words}`]
}

function hitsOf({ hints }: View): Hit[] {
  return hints.found.filter(({ kind, text }) => kind === 'thing' || text.trim() !== '')
}

function factsOf(view: View): Hit[] {
  return hitsOf(view).filter(({ kind }) => kind === 'fact')
}

/** Below these a Fact has nothing to do with a clause. */
const leastLikeness = 0.5
const leastScore = 0.15
const sameQuestion = 0.8

type Match = { fact: Hit; like: number; isDoubtful?: boolean }

/** For a message of several sentences, the Fact of each that has one; each Fact once. */
function factsByClause(view: View): Match[] {
  const clauses = clausesOf(view.said)
  if (clauses.length < 2) return []
  const facts = factsOf(view).filter(({ score }) => score >= leastScore)
  const matches = clauses.map((clause) => ({ clause, match: closest(clause, facts) }))
  const told = new Set(matches.map(({ match }) => match?.fact.id))
  const rest = facts.filter(({ id }) => !told.has(id))
  const all = matches.flatMap(({ clause, match }) => match ?? foundFor({ ...view, said: clause }, rest) ?? [])
  return [...new Map(all.map((match) => [match.fact.id, match])).values()]
}

/** A Fact may be asked for in words that its title has not; each question was searched for by itself. */
function foundFor(view: View, rest: readonly Hit[]): Match | undefined {
  if (!isQuestion({ ...view, asked: view.said.toLowerCase() })) return undefined
  const [best] = rest
    .map((fact) => ({ fact, trust: trustOf(fact, view) }))
    .filter(({ trust }) => trust > leastTrust(view))
    .toSorted((one, other) => other.trust - one.trust)
  return best && { fact: best.fact, like: 0, isDoubtful: best.trust <= goodTrust(view) }
}

function closest(clause: string, facts: readonly Hit[]): Match | undefined {
  return facts
    .map((fact) => ({ fact, like: likeness(clause, fact.title) }))
    .filter(({ like }) => like >= leastLikeness)
    .toSorted((one, other) => other.like - one.like)[0]
}

/** Shorter than this a sentence seldom stands alone. */
const shortSentence = 60

/** The sentence of a passage that has most of the words, and the next where that belongs to it. */
function extract(text: string, said: string): string {
  const sentences = sentencesOf(text)
  const asked = tellingStems(said)
  const counts = sentences.map((sentence) => shared(asked, tellingStems(sentence)))
  const best = counts.indexOf(Math.max(...counts))
  const first = sentences[best]
  if (first === undefined) return text
  const goesOn = first.length < shortSentence || (counts[best + 1] ?? 0) > 0
  return [first, goesOn ? sentences[best + 1] : undefined].filter(Boolean).join(' ')
}
