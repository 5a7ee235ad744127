import { wordsOf } from '../../../../platform/fold.ts'
import { type Criterion, readCriterion } from './criterion.ts'
import { sentencesOf, shared, stemOf, tellingStems, without } from './language/words.ts'

type Line = { role: 'person' | 'agent'; text: string }
export type Verdict = { reached: boolean; reason: string; evidence: string }

/** Who is spoken of, and not what: words of a criterion that need not be said. */
const ofWhoever = tellingStems(
  `person people user users customer customers visitor client lead caller someone agent assistant bot conversation
   says said mentions mentioned states stated tells told gives gave given asks asked wants wanted expresses expressed agrees
   confirms confirmed shows clearly explicitly their they has have during end`,
)
/** What an agent does with words, and how: the words themselves are what counts. */
const ofSpeaking = tellingStems(
  `offers provides explains informs acknowledges responds reply replies answer answers lists presents names includes
   describes points suggests recommends invites promises claims reveals discloses discusses quotes uses makes shares refers
   correctly correct properly relevant message messages turn politely friendly polite kindly briefly warmly at least once`,
)
const denies = /\b(?:not|never|no|nobody|nothing|don't|doesn't|didn't|won't|can't|cannot|isn't|wasn't|haven't)\b/
const rude = /\b(?:stupid|idiots?|morons?|dumb|shut up|damn|your own fault|hate you)\b/i
const asking =
  /\?|\b(?:please|tell|send|share|give|let me|need|what|which|who|when|where|how|may we|could you|can you)\b/i

/** A criterion is only taken for met where one line has nearly all of it. */
const enough = 0.75
/** The same of what an agent says in a turn, and of words that are quoted. */
const enoughOfTurn = 0.66
const longestEvidence = 300

/** Judges by words alone, and rather says no: whoever needs more has a model for it. */
export function judge(criterion: string, lines: readonly Line[]): Verdict {
  const read = readCriterion(criterion)
  if (read.subject === 'person') return ofPerson(criterion, lines)
  const heard = turnsIn(lines).filter(({ role }) => role === 'agent' || read.subject === undefined)
  const turns = read.where === 'last' ? heard.slice(-1) : heard
  if (turns.length === 0) return no('Nothing was said that could meet the criterion.')
  if (read.quote !== undefined) return quotes(read.quote, turns)
  if (read.isAbsence) return isAbsent(read, turns)
  const verdicts = read.clauses.map((clause) => meets(clause, read, turns))
  return verdicts.find(({ reached }) => !reached) ?? verdicts.at(-1) ?? no('The criterion says nothing.')
}

/** What one side says until the other speaks; where nothing is told of what it said, there is no such turn. */
type Said = { role: Line['role']; lines: string[] }

function turnsIn(lines: readonly Line[]): Said[] {
  const turns: Said[] = []
  for (const { role, text } of lines) {
    const last = turns.at(-1)
    if (last?.role === role) last.lines.push(text)
    else turns.push({ role, lines: [text] })
  }
  return turns.filter((turn) => turn.lines.some((text) => text.trim() !== ''))
}

function ofPerson(criterion: string, lines: readonly Line[]): Verdict {
  const wanted = without(tellingStems(criterion), ofWhoever)
  const said = lines.flatMap(({ role, text }) =>
    role === 'person' && isDenied(text) === isDenied(criterion) ? [text] : [],
  )
  const best = bestOf(said, (text) => shareOf(wanted, text))
  if (!best || best.share < enough) return no('No line says what the criterion asks for.')
  return yes('One line has the words of the criterion.', best.text)
}

/** Words that are to be said, or others for the same: of a single sentence it counts whether it denies. */
function quotes(quote: string, turns: readonly Said[]): Verdict {
  const telling = tellingStems(quote)
  const wanted = telling.size > 0 ? telling : new Set(wordsOf(quote).map(stemOf))
  const isOne = sentencesOf(quote).length === 1
  const fitting = isOne ? saying(turns, isDenied(quote)) : turns
  const best = bestTurn(fitting, wanted, telling.size > 0)
  if (!best || best.share < enoughOfTurn) return no('No reply says what is quoted, nor nearly so.', best?.text)
  return yes('The reply says what is quoted, or nearly so.', best.text)
}

function isAbsent(read: Criterion, turns: readonly Said[]): Verdict {
  const sentences = turns.flatMap(({ lines }) =>
    lines.flatMap((text) => sentencesOf(text).map((said) => ({ said, text }))),
  )
  const last = turns.at(-1)?.lines.at(-1) ?? ''
  for (const clause of read.clauses) {
    const { wanted, deed } = wordsIn(clause)
    if (wanted.size === 0 && !deed) return no('By words alone it cannot be told whether that is absent.', last)
    const found = sentences.find(
      ({ said }) =>
        !isDenied(said) && (!deed || deed.test(said)) && (wanted.size === 0 || shareOf(wanted, said) >= enoughOfTurn),
    )
    if (found) return no('A line says what is not to be said.', found.text)
  }
  return yes('Nothing that was said has it.', last)
}

function meets(clause: string, { manner, mostWords }: Criterion, turns: readonly Said[]): Verdict {
  const { wanted, deed } = wordsIn(clause)
  const all = turns.flatMap(({ lines }) => lines)
  if (mostWords !== undefined) {
    const long = all.find((text) => wordsOf(text).length > mostWords)
    return long ? no('A line is longer than that.', long) : yes('Every line is short enough.', all.at(-1) ?? '')
  }
  if (manner) {
    const bad = all.find((text) => rude.test(text))
    return bad ? no('A line is not said in that manner.', bad) : yes('Nothing speaks against it.', all.at(-1) ?? '')
  }
  if (wanted.size === 0 && !deed) return no('By words alone it cannot be told whether that was met.', all.at(-1))
  const doing = turns.filter(({ lines }) => !deed || lines.some((text) => deed.test(text)))
  const did = doing.flatMap(({ lines }) => lines).find((text) => deed?.test(text))
  if (wanted.size === 0) return did ? yes('A line does so.', did) : no('No line does so.', all.at(-1))
  const best = bestTurn(saying(doing, isDenied(clause)), wanted)
  if (!best || best.share < enoughOfTurn) return no('No line says what the criterion asks for.', best?.text)
  return yes('What was said has the words of the criterion.', best.text)
}

/** Sentence by sentence, what is denied, or what is not: of both in one reply the other says nothing about it. */
const saying = (turns: readonly Said[], isDenial: boolean): Said[] =>
  turns.map(({ role, lines }) => ({
    role,
    lines: lines.map((text) =>
      sentencesOf(text)
        .filter((said) => isDenied(said) === isDenial)
        .join(' '),
    ),
  }))

/** What is to be done with words, by how that looks. */
const deeds: readonly (readonly [named: RegExp, looks: RegExp])[] = [
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

function wordsIn(clause: string): { wanted: Set<string>; deed?: RegExp } {
  const [named, looks] = deeds.find(([name]) => clause.search(name) >= 0) ?? []
  const rest = named ? clause.replace(named, ' ') : clause
  return { wanted: without(without(tellingStems(rest), ofWhoever), ofSpeaking), deed: looks }
}

type Best = { text: string; share: number }

/** By what a turn says in all; of its lines the one that says most of it. */
function bestTurn(turns: readonly Said[], wanted: ReadonlySet<string>, isTelling = true): Best | undefined {
  const share = (text: string) => shareOf(wanted, text, isTelling)
  const bests = turns.map(({ lines }) => ({
    share: share(lines.join('\n')),
    text: bestOf(lines, share)?.text ?? lines[0] ?? '',
  }))
  return bests.reduce<Best | undefined>((top, one) => (one.share > (top?.share ?? 0) ? one : top), undefined)
}

function bestOf(texts: readonly string[], share: (text: string) => number): Best | undefined {
  return texts
    .map((text) => ({ text, share: share(text) }))
    .reduce<Best | undefined>((top, line) => (line.share > (top?.share ?? 0) ? line : top), undefined)
}

const yes = (reason: string, text: string): Verdict => ({ reached: true, reason, evidence: cut(text) })
const no = (reason: string, text = ''): Verdict => ({ reached: false, reason, evidence: cut(text) })
const cut = (text: string): string => text.slice(0, longestEvidence).toWellFormed()

function isDenied(text: string): boolean {
  return denies.test(text.toLowerCase().replace(/[’‘`]/g, "'"))
}

function shareOf(wanted: ReadonlySet<string>, text: string, isTelling = true): number {
  const said = isTelling ? tellingStems(text) : new Set(wordsOf(text).map(stemOf))
  return wanted.size === 0 ? 0 : shared(wanted, said) / wanted.size
}
