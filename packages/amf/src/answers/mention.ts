import type { PhraseSpan } from './approximate.ts'
import { normalizeText } from './normalize-text.ts'

/**
 * A reply can contain the label of an option without choosing it: `not Monday`, `Is Thursday a holiday?`, `I lost my
 * card`. The lists cover English, Spanish, German and French, negations also other languages; where they know nothing,
 * the label counts as chosen.
 */
export function mentionsOnly(text: string, words: readonly string[], lastFirst: readonly PhraseSpan[]): boolean {
  const rest = blankLabels(words, lastFirst)
  return (
    negates(words, rest) ||
    tellsOfPast(rest) ||
    belongsToSomeone(words, lastFirst) ||
    namesMore(words, lastFirst) ||
    (endsAsQuestion(text) && (asksForInformation(words, rest) || asksForAnotherDeed(rest)))
  )
}

/** The words of the reply, with an empty string for each word of a label. */
function blankLabels(words: readonly string[], lastFirst: readonly PhraseSpan[]): string[] {
  const rest = [...words]
  let done = words.length
  for (const { from, to } of lastFirst) {
    rest.fill('', from, Math.min(to, done))
    done = from
  }
  return rest
}

const toWords = (...lines: string[]): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => line.split(' ')).map(normalizeText))
const padded = (words: readonly string[]) => ` ${words.join(' ')} `

function includesPhrase(words: readonly string[], phrases: readonly string[]): boolean {
  const text = padded(words)
  return phrases.some((phrase) => text.includes(` ${phrase} `))
}

const negations = toWords(
  'not no never neither nor none nothing nope nah cannot without except excluding',
  "don't doesn't didn't isn't aren't wasn't weren't ain't won't wouldn't can't couldn't shouldn't haven't hasn't",
  'nicht nichts nein kein keine keinen keinem keiner keines nie niemals weder ohne außer',
  'non ne pas jamais aucun aucune sans sauf ni',
  'nunca jamás sin excepto ninguno ninguna ningún tampoco',
  'senza tranne nessuno nessuna',
  'não nem sem exceto nenhum nenhuma',
  'niet niets nee geen nooit zonder behalve',
  'inte ikke ej nej nei ingen inget inga intet aldrig aldri utan uden uten utom undtagen',
  'nie bez oprócz nem hayır değil',
  'не нет ни без кроме',
)
const exclusions = ['instead of', 'than', 'anything but', 'everything but', 'all but']
/** These may contain a label: `no` is one. */
const doubts = ['no idea', 'not sure', 'no se', 'no lo se', 'keine ahnung', 'aucune idee']

function negates(words: readonly string[], rest: readonly string[]): boolean {
  return rest.some((word) => negations.has(word)) || includesPhrase(rest, exclusions) || includesPhrase(words, doubts)
}

/** Words with which a sentence tells what happened: `I did yoga yesterday`, `my card is lost`. */
const past = toWords(
  'yesterday ago had did went sat lost stolen broke broken hurt forgot',
  'gestern vorgestern hatte hatten war waren saßen verloren gestohlen kaputt weg vergessen',
  'ayer anteayer anoche tuve tuvimos perdí perdido robado roto olvidado hice hicimos fui fuimos estuve estuvimos',
  'perdu volé cassé oublié étais était étions avais avait avions avaient',
  'already bereits déjà',
)
/** `We stayed in the suite`; `I wanted the suite` still chooses it. */
const regularPast = /^(?!need|want|prefer|decid|lik|lov|interest|pleas)[a-z]{2,}ed$/
const subjects = toWords('i we he she they it')
const pastPhrases = [
  ...['last time', 'last week', 'last month', 'last year', 'last night', 'letztes mal', 'letzte woche'],
  ...['letzten monat', 'letztes jahr', 'la ultima vez', 'semana pasada', 'mes pasado', 'la derniere fois'],
  ...['semaine derniere', 'mois dernier', 'avant hier', 'hier jai', 'hier je', 'hier on', 'hier nous'],
  ...['we have', 'wir haben', 'tenemos', 'nous avons'],
  ...['sorry for', 'sorry about', 'perdon por', 'desole pour', 'desolee pour'],
]

const tellsOfPast = (rest: readonly string[]): boolean =>
  rest.some((word, at) => past.has(word) || (regularPast.test(word) && subjects.has(rest[at - 1] as string))) ||
  includesPhrase(rest, pastPhrases)

const owners = toWords(
  'my your our his her their mein meine meinen meinem meiner dein deine ihr ihre ihren unser unsere unseren',
  'mi mis tu tus su sus nuestro nuestra mon ma mes ton ta tes notre nos votre vos',
)

/** `My phone is off` is about a phone of theirs, not about the option. */
const belongsToSomeone = (words: readonly string[], spans: readonly PhraseSpan[]): boolean =>
  spans.some(({ from }) => owners.has(words[from - 1] as string))

const conjunctions = toWords('and und y e et but aber pero mais')
const courtesies = toWords('please thanks thank you bitte danke por favor gracias svp merci yes ja sí oui ok okay')
const beforeLabel = new Set([
  ...courtesies,
  ...toWords('a an the ein eine einen der die das el la los las un una le les une'),
])

/** `Cleaning and a check-up` wants more than the option whose label it contains. */
function namesMore(words: readonly string[], spans: readonly PhraseSpan[]): boolean {
  return spans.some(
    ({ from, to }) =>
      joinsMore(words, { at: to, step: 1, skipped: courtesies }) ||
      joinsMore(words, { at: from - 1, step: -1, skipped: beforeLabel }),
  )
}

type Direction = { at: number; step: 1 | -1; skipped: ReadonlySet<string> }

/** Whether the next word in this direction is a conjunction, and something other than a courtesy comes beyond it. */
function joinsMore(words: readonly string[], { at, step, skipped }: Direction): boolean {
  const skip = (from: number) => {
    let next = from
    while (skipped.has(words[next] as string)) next += step
    return next
  }
  const next = skip(at)
  return conjunctions.has(words[next] as string) && words[skip(next + step)] !== undefined
}

const endsAsQuestion = (text: string): boolean => /[?؟][\s\p{P}\p{S}]*$/u.test(text)

/** First words of a question that asks for information; a request (`Can I have the large one?`) begins otherwise. */
const informationOpeners = toWords(
  'is are was were does do did has have what when where why who which how',
  'es son está están hay tiene tienen cuándo dónde quién cuál cuánto cuánta cuántos incluye',
  'ist sind war gibt hat haben wann wo warum wieso wer welche welcher welches was wie kostet',
  'est sont quand pourquoi qui quel quelle quels quelles combien',
)
/** With these, a question also states something about the option in the middle: `¿El viernes es fiesta?` */
const statements = toWords('es son está están hay tiene tienen cuesta incluye est sont coûte ist sind kostet')
const frenchHas = ['a un', 'a une', 'a des', 'a du', 'a la']
const suggestions = ['how about', 'what about', 'wie ware', 'est ce que je']

/** `Is Thursday a holiday?` mentions a label and does not choose it; `Thursday?` and `How about Thursday?` do. */
function asksForInformation(words: readonly string[], rest: readonly string[]): boolean {
  if (rest.filter((word) => word !== '').length < 2 || includesPhrase(words.slice(0, 4), suggestions)) return false
  const states = rest.some((word) => statements.has(word)) || includesPhrase(rest, frenchHas)
  return states || informationOpeners.has(rest.find((word) => word !== '') as string)
}

/** Deeds with which a person chooses an option: `Can I have the large one?`, `May I pay by card?` */
const choosing = toWords(
  'have get take book choose pick order sit go come try do use buy reserve see join be pay make schedule start stay',
  'give put sign',
  'haben nehmen wählen buchen reservieren bestellen sitzen gehen kommen probieren ausprobieren machen nutzen kaufen',
  'sehen zahlen bezahlen bekommen kriegen bleiben geben',
  'tener tomar elegir escoger reservar pedir sentarme sentarnos ir venir probar hacer usar comprar ver pagar quedarme',
  'dar darme',
  "avoir prendre choisir réserver commander m'asseoir aller venir essayer faire utiliser acheter voir payer rester donner",
)
const asking = [
  ...['can i', 'can we', 'can you', 'could i', 'could we', 'could you', 'may i', 'may we', 'would you', 'will you'],
  ...['puedo', 'podemos', 'puede', 'podria', 'podriamos', 'pueden'],
  ...['je peux', 'on peut', 'puis je', 'peut on', 'pouvons nous', 'je pourrais', 'on pourrait', 'pouvez vous'],
]
const pronouns = toWords('me nous')
const germanAsking = toWords('kann können könnte könnten darf dürfen dürfte dürften')

/** `Can I bring a friend on Friday?` asks to do something other than to choose. */
function asksForAnotherDeed(rest: readonly string[]): boolean {
  const verb = germanAsking.has(rest[0] as string) ? rest.at(-1) : findVerbAfter(rest)
  return verb !== undefined && verb !== '' && !courtesies.has(verb) && !choosing.has(verb)
}

function findVerbAfter(rest: readonly string[]): string | undefined {
  const opening = padded(rest.slice(0, 8).filter((word) => !pronouns.has(word)))
  const found = asking.map((phrase) => ` ${phrase} `).find((phrase) => opening.includes(phrase))
  return found && opening.slice(opening.indexOf(found) + found.length).split(' ')[0]
}
