import { tokenizeText } from '../../../../platform/search-text.ts'
import { type ParsedCriterion, parseCriterion } from './criterion.ts'
import { countShared, extractStems, splitSentences, stemOf, subtractStems } from './language/words.ts'

type Line = { role: 'person' | 'agent'; text: string }
export type EmbeddedVerdict = { reached: boolean; reason: string; evidence: string }

/** Words of a criterion about who speaks rather than about the content; they need not be said. */
const subjectWords = extractStems(
  `person people user users customer customers visitor client lead caller someone agent assistant bot conversation
   says said mentions mentioned states stated tells told gives gave given asks asked wants wanted expresses expressed agrees
   confirms confirmed shows clearly explicitly their they has have during end`,
)
/** Words for speech acts and manner; only the content has to match. */
const speechWords = extractStems(
  `offers provides explains informs acknowledges responds reply replies answer answers lists presents names includes
   describes points suggests recommends invites promises claims reveals discloses discusses quotes uses makes shares refers
   correctly correct properly relevant message messages turn politely friendly polite kindly briefly warmly at least once`,
)
const negationPattern =
  /\b(?:not|never|no|nobody|nothing|don't|doesn't|didn't|won't|can't|cannot|isn't|wasn't|haven't)\b/
const rude = /\b(?:stupid|idiots?|morons?|dumb|shut up|damn|your own fault|hate you)\b/i
const asking =
  /\?|\b(?:please|tell|send|share|give|let me|need|what|which|who|when|where|how|may we|could you|can you)\b/i

/** A criterion counts as met only if a single line contains nearly all of its words. */
const minShare = 0.75
/** The same for an agent's whole turn and for quoted text. */
const minTurnShare = 0.66
const maxEvidenceLength = 300

/** Judges by word matching and answers no when in doubt. Anything more needs a real model. */
export function judgeCriterion(criterion: string, lines: readonly Line[]): EmbeddedVerdict {
  const read = parseCriterion(criterion)
  if (read.subject === 'person') return judgePersonLines(criterion, lines)
  const audible = groupTurns(lines).filter(({ role }) => role === 'agent' || read.subject === undefined)
  const turns = read.where === 'last' ? audible.slice(-1) : audible
  if (turns.length === 0) return notMet('No message could meet the criterion.')
  if (read.quote !== undefined) return judgeQuote(read.quote, turns)
  if (read.isAbsence) return judgeAbsence(read, turns)
  const verdicts = read.clauses.map((clause) => judgeClause(clause, read, turns))
  return verdicts.find(({ reached }) => !reached) ?? verdicts.at(-1) ?? notMet('The criterion is empty.')
}

/** Consecutive lines of one side. A turn without any text is dropped. */
type SpokenTurn = { role: Line['role']; lines: string[] }

function groupTurns(lines: readonly Line[]): SpokenTurn[] {
  const turns: SpokenTurn[] = []
  for (const { role, text } of lines) {
    const last = turns.at(-1)
    if (last?.role === role) last.lines.push(text)
    else turns.push({ role, lines: [text] })
  }
  return turns.filter((turn) => turn.lines.some((text) => text.trim() !== ''))
}

function judgePersonLines(criterion: string, lines: readonly Line[]): EmbeddedVerdict {
  const wanted = subtractStems(extractStems(criterion), subjectWords)
  const relevantLines = lines.flatMap(({ role, text }) =>
    role === 'person' && isNegated(text) === isNegated(criterion) ? [text] : [],
  )
  const best = findBestLine(relevantLines, (text) => computeShare(wanted, text))
  if (!best || best.share < minShare) return notMet('No message says what the criterion asks for.')
  return met('One message contains the words of the criterion.', best.text)
}

/** Looks for the quoted words or synonyms. For a single sentence, negation must match too. */
function judgeQuote(quote: string, turns: readonly SpokenTurn[]): EmbeddedVerdict {
  const telling = extractStems(quote)
  const wanted = telling.size > 0 ? telling : new Set(tokenizeText(quote).map(stemOf))
  const isOne = splitSentences(quote).length === 1
  const fitting = isOne ? filterByPolarity(turns, isNegated(quote)) : turns
  const best = findBestTurn(fitting, wanted, telling.size > 0)
  if (!best || best.share < minTurnShare)
    return notMet('No reply contains the quoted text, or anything close to it.', best?.text)
  return met('The reply contains the quoted text, or something close to it.', best.text)
}

function judgeAbsence(read: ParsedCriterion, turns: readonly SpokenTurn[]): EmbeddedVerdict {
  const sentences = turns.flatMap(({ lines }) =>
    lines.flatMap((text) => splitSentences(text).map((sentence) => ({ sentence, text }))),
  )
  const last = turns.at(-1)?.lines.at(-1) ?? ''
  for (const clause of read.clauses) {
    const { wanted, deed } = parseClause(clause)
    if (wanted.size === 0 && !deed) return notMet('The wording alone does not show whether that is absent.', last)
    const found = sentences.find(
      ({ sentence }) =>
        !isNegated(sentence) &&
        (!deed || deed.test(sentence)) &&
        (wanted.size === 0 || computeShare(wanted, sentence) >= minTurnShare),
    )
    if (found) return notMet('A message says what must not be said.', found.text)
  }
  return met('No message contains it.', last)
}

function judgeClause(
  clause: string,
  { manner, maxWords }: ParsedCriterion,
  turns: readonly SpokenTurn[],
): EmbeddedVerdict {
  const { wanted, deed } = parseClause(clause)
  const all = turns.flatMap(({ lines }) => lines)
  if (maxWords !== undefined) {
    const long = all.find((text) => tokenizeText(text).length > maxWords)
    return long
      ? notMet('A message is longer than that.', long)
      : met('Every message is short enough.', all.at(-1) ?? '')
  }
  if (manner) {
    const bad = all.find((text) => rude.test(text))
    return bad ? notMet('A message does not have that tone.', bad) : met('Nothing contradicts it.', all.at(-1) ?? '')
  }
  if (wanted.size === 0 && !deed) return notMet('The wording alone does not show whether that was met.', all.at(-1))
  const doing = turns.filter(({ lines }) => !deed || lines.some((text) => deed.test(text)))
  const did = doing.flatMap(({ lines }) => lines).find((text) => deed?.test(text))
  if (wanted.size === 0) return did ? met('A message does that.', did) : notMet('No message does that.', all.at(-1))
  const best = findBestTurn(filterByPolarity(doing, isNegated(clause)), wanted)
  if (!best || best.share < minTurnShare) return notMet('No message says what the criterion asks for.', best?.text)
  return met('The messages contain the words of the criterion.', best.text)
}

/**
 * Retains only the sentences that are negated, or only those that are not, so that a reply with both is not misread.
 */
const filterByPolarity = (turns: readonly SpokenTurn[], isDenial: boolean): SpokenTurn[] =>
  turns.map(({ role, lines }) => ({
    role,
    lines: lines.map((text) =>
      splitSentences(text)
        .filter((sentence) => isNegated(sentence) === isDenial)
        .join(' '),
    ),
  }))

/** Speech acts: how a criterion names them, and how they appear in a reply. */
const speechActs: readonly (readonly [named: RegExp, looks: RegExp])[] = [
  [
    /\b(?:greets?|welcomes?|says? hello)\b/gi,
    /\b(?:hello|hi|hey|welcome|greetings|good (?:morning|afternoon|evening|day))\b/i,
  ],
  [/\b(?:thanks?|says? thank you)\b/gi, /\bthank/i],
  [/\bapologi[sz]es?\b/gi, /\b(?:sorry|apolog|regret)/i],
  [
    /\b(?:says? goodbye|bids? farewell)\b/gi,
    /\b(?:bye|goodbye|farewell|see you|take care|have a (?:nice|good|great|lovely))\b/i,
  ],
  [/\basks?\b/gi, asking],
]

function parseClause(clause: string): { wanted: Set<string>; deed?: RegExp } {
  const [named, looks] = speechActs.find(([name]) => clause.search(name) >= 0) ?? []
  const rest = named ? clause.replace(named, ' ') : clause
  return { wanted: subtractStems(subtractStems(extractStems(rest), subjectWords), speechWords), deed: looks }
}

type BestMatch = { text: string; share: number }

/** Compares by the whole turn, and returns the turn's best line as evidence. */
function findBestTurn(
  turns: readonly SpokenTurn[],
  wanted: ReadonlySet<string>,
  isTelling = true,
): BestMatch | undefined {
  const share = (text: string) => computeShare(wanted, text, isTelling)
  const bests = turns.map(({ lines }) => ({
    share: share(lines.join('\n')),
    text: findBestLine(lines, share)?.text ?? lines[0] ?? '',
  }))
  return bests.reduce<BestMatch | undefined>((top, one) => (one.share > (top?.share ?? 0) ? one : top), undefined)
}

function findBestLine(texts: readonly string[], share: (text: string) => number): BestMatch | undefined {
  return texts
    .map((text) => ({ text, share: share(text) }))
    .reduce<BestMatch | undefined>((top, line) => (line.share > (top?.share ?? 0) ? line : top), undefined)
}

const met = (reason: string, text: string): EmbeddedVerdict => ({
  reached: true,
  reason,
  evidence: truncateEvidence(text),
})
const notMet = (reason: string, text = ''): EmbeddedVerdict => ({
  reached: false,
  reason,
  evidence: truncateEvidence(text),
})
const truncateEvidence = (text: string): string => text.slice(0, maxEvidenceLength).toWellFormed()

function isNegated(text: string): boolean {
  return negationPattern.test(text.toLowerCase().replace(/[’‘`]/g, "'"))
}

function computeShare(wanted: ReadonlySet<string>, text: string, isTelling = true): number {
  const stems = isTelling ? extractStems(text) : new Set(tokenizeText(text).map(stemOf))
  return wanted.size === 0 ? 0 : countShared(wanted, stems) / wanted.size
}
