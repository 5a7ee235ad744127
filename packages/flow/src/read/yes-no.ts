import { isDoubtful, normalizeForMatching, normalizeReply, splitOnSpaces } from './words/reply-wording.ts'

const list = (words: string): string[] => words.split('|').map((word) => word.trim().replace(/\s+/g, ' '))

const yes =
  list(`yes|hell yes|hell yeah|yess|yesss|yea|yeah|yeahh|yah|yep|yepp|yup|yupp|ya|aye|y|yes yes|yas|sure|sure thing|for sure|surely|of course|ofc|
  certainly|absolutely|definitely|def|indeed|totally|exactly|correct|right|true|affirmative|positive|agreed|i agree|ok|okay|okey|okie|k|kk|okey dokey|alright|all right|
  sounds good|sounds great|sounds fine|sounds perfect|sound good|looks good|looks right|looks correct|lgtm|that works|works|it works|works for me|that works for me|
  that's right|thats right|that's correct|thats correct|that is correct|that is right|it's correct|it is correct|that's fine|thats fine|that is fine|that's ok|that's okay|it's fine|it's ok|that's good|thats good|
  that's great|fine|fine by me|fine with me|good|great|perfect|awesome|wonderful|excellent|cool|lovely|no problem|no problemo|no problem at all|not a problem|no worries|no doubt|no objection|no objections|
  without a doubt|why not|go ahead|go for it|do it|let's do it|lets do it|let's do that|let's go|please do|yes please|i do|i am|i have|i would|i will|i can|i did|i was|it is|we do|we are|we have|we will|
  i'd love to|i would love to|i'd like that|i would like that|i'd like to|i want to|i want that|i think so|i believe so|i suppose so|you bet|you got it|by all means|with pleasure|my pleasure|gladly|happy to|
  count me in|i'm in|im in|confirm|confirmed|i confirm|book it|make it so|roger|roger that|10 4|deal|done|don't mind if i do|i don't mind|i dont mind|
  si|claro|claro que si|por supuesto|oui|bien sur|d'accord|ja|jawohl|klar|naturlich|gerne|sim|da|hai|👍|👌|✅|✔|🙌|💯|🆗|☑|😀|😁|😊|🙂|🎉`)

const no =
  list(`no|noo|nooo|nono|hell no|not a chance|no chance|no thank u|not correct|not right|not good|nope|nop|nah|naw|nay|n|no no|no way|no thanks|no thank you|no thx|no ty|no sir|no ma'am|not really|not at all|not now|not today|not yet|not me|not for me|not interested|
  i'm not interested|im not interested|not this time|never|absolutely not|definitely not|certainly not|of course not|not exactly|i think not|i don't think so|i dont think so|i do not think so|don't think so|
  dont think so|i'm afraid not|im afraid not|afraid not|i don't|i dont|i do not|i'm not|im not|i am not|i haven't|i havent|i have not|i won't|i wont|i will not|i wouldn't|i would not|i can't|i cant|i cannot|i didn't|i wasn't|
  we don't|we dont|we do not|we aren't|we're not|we haven't|it isn't|it is not|it's not|that's not right|thats not right|that's wrong|thats wrong|that is wrong|that's incorrect|that is not correct|that's not correct|
  that doesn't work|that doesnt work|doesn't work|doesn't work for me|that won't work|that doesn't work for me|wrong|incorrect|false|negative|i'd rather not|id rather not|i would rather not|rather not|i prefer not to|i'd prefer not|i decline|no deal|
  don't|dont|do not|please don't|please dont|please do not|don't do it|don't do that|forget it|pass|hard pass|i'll pass|
  non|nein|nee|nao|nyet|no gracias|non merci|nein danke|👎|❌|🚫|✖|🙅|⛔`)

const neither =
  list(`please|pls|plz|thanks|thank you|thx|ty|thank you very much|thanks a lot|thanks so much|much appreciated|cheers|then|now|hi|hello|hey|oh|ah|well|um|uh|hmm|lol|haha|so|very much|very|really|
  sir|ma'am|man|dude|mate|dear|actually|honestly|just|to me|for me|with me|by me|it|that|this|that one|and|all|at all|sorry|I'm sorry|im sorry|i'm sorry|gracias|merci|danke|bitte|por favor|s'il vous plait|
  that'd be great|that would be great|that would be good|that would be nice|that would be lovely|would be great|🙏|❤|😄|😃|😅|😂`)

type Leaning = 'yes' | 'no' | 'neither'
const leanings = new Map<string, Leaning>([
  ...yes.map((phrase) => [phrase, 'yes'] as const),
  ...no.map((phrase) => [phrase, 'no'] as const),
  ...neither.map((phrase) => [phrase.toLowerCase(), 'neither'] as const),
])
const maxPhraseLength = Math.max(...[...leanings.keys()].map((phrase) => phrase.split(' ').length))

/** Returns yes or no if every word of the text says so; undefined for a text that says more, or both. */
export function readYesNo(text: string): 'yes' | 'no' | undefined {
  const words = splitOnSpaces(spaced(normalizeForMatching(text)))
  const leaning = leaningOf(words) ?? (refusesFirst(text) ? 'no' : undefined)
  return leaning === 'neither' || (leaning === 'yes' && isAsking(text)) ? undefined : leaning
}

const spaced = (wording: string): string => wording.replace(/\p{Extended_Pictographic}/gu, ' $& ')

const isAsking = (text: string): boolean => normalizeReply(text).endsWith('?')

/** Returns the leaning that all phrases share, trying longer phrases first: `no problem` is one phrase, not a `no`. */
function leaningOf(words: string[]): Leaning | undefined {
  const found = new Set<Leaning>()
  for (let at = 0; at < words.length; ) {
    const length = phraseAt(words, at)
    const leaning = leanings.get(words.slice(at, at + length).join(' '))
    if (length === 0 || leaning === undefined) return undefined
    found.add(leaning)
    at += length
  }
  found.delete('neither')
  const [only] = found
  return found.size === 1 ? only : undefined
}

function phraseAt(words: string[], at: number): number {
  for (let length = Math.min(maxPhraseLength, words.length - at); length > 0; length--) {
    if (leanings.has(words.slice(at, at + length).join(' '))) return length
  }
  return 0
}

/** `no, make it four` is a no, whatever is wanted instead; `yes, make it four` does not confirm the question. */
function refusesFirst(text: string): boolean {
  const [, rest] = /^(?:no|nope|nah)[,.;!] ?(\P{Cc}{1,80})$/iu.exec(normalizeReply(text)) ?? []
  if (rest === undefined || isAsking(rest)) return false
  const words = splitOnSpaces(normalizeForMatching(rest))
  return leaningOf(words) !== 'yes' && !words.some((word) => leanings.get(word) === 'yes' || isDoubtful(word))
}
