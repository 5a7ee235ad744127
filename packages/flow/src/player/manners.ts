import { type PlayerRandom, pickOne } from './random.ts'

/** How a simulated person writes. */
export const manners = ['plain', 'terse', 'chatty', 'confused', 'angry', 'typos', 'language'] as const
export type Manner = (typeof manners)[number]

const openings: Record<Manner, readonly string[]> = {
  plain: ['Hi, I would like to {goal}.', 'Hello, I want to {goal}.'],
  terse: ['{goal}'],
  chatty: [
    'Hi there! I hope you are having a good day. I would like to {goal}, could you help me with that?',
    'Hello! A friend told me about you. I was wondering, can I {goal} here?',
  ],
  confused: ['Um, hello? I am not sure if this is the right place. I think I want to {goal}.'],
  angry: ['I have asked three times now. I want to {goal}!', 'Finally somebody. I need to {goal}, and quickly.'],
  typos: ['Hi, I woud like to {goal}.', 'helo, I wnat to {goal}'],
  language: ['Hola! I would like to {goal}, por favor.', 'Bonjour, I want to {goal}, merci.'],
}

/** A goal that is a sentence of its own is said as it is; any other is something that the person would like to do. */
const ownSentence = /\?\s*$|^(?:i|i'm|my|we|our|can|could|do|does|is|are|how|what|when|where|which|who|why|hi|hello)\b/i

export function writeOpening(goal: string, manner: Manner, random: PlayerRandom): string {
  const wish = goal.trim().replace(/[.!\s]+$/, '')
  if (ownSentence.test(wish)) return goal.trim()
  const template = pickOne(openings[manner], random) ?? '{goal}'
  return template.replace('{goal}', () => wish.charAt(0).toLowerCase() + wish.slice(1))
}

const decorations: Partial<Record<Manner, readonly string[]>> = {
  chatty: ['{answer}, thank you so much!', 'Sure! {answer}', 'Of course: {answer}. Thanks a lot.'],
  angry: ['{answer}. Come on.', '{answer}!', 'As I said: {answer}'],
  language: ['{answer}, por favor', '{answer}, merci', '{answer}, danke'],
}

/** Returns ways to write an answer, the most characteristic first. The last one is the plain answer. */
export function listWordings(answer: string, manner: Manner, random: PlayerRandom): string[] {
  const template = pickOne(decorations[manner] ?? [], random)
  const decorated = template === undefined ? [] : [template.replace('{answer}', () => answer)]
  const misspelled = manner === 'typos' ? [swapLetters(answer, random)] : []
  return [...decorated, ...misspelled, answer]
}

/** Swaps two neighboring letters inside of a word of at least five. */
function swapLetters(text: string, random: PlayerRandom): string {
  const words = [...text.matchAll(/\p{L}{5,}/gu)]
  const word = pickOne(words, random)
  if (!word) return text
  const at = word.index + 1 + Math.floor(random() * (word[0].length - 3))
  return `${text.slice(0, at)}${text.charAt(at + 1)}${text.charAt(at)}${text.slice(at + 2)}`
}

const questionsBack = ['Sorry, what do you mean?', 'I do not understand. What do you need from me?', 'Huh?']

export const askBack = (random: PlayerRandom): string => pickOne(questionsBack, random) ?? 'Huh?'
