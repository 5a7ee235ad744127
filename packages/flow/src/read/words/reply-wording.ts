const doubtful = new Set(
  `not never neither nor no cannot dont doesnt didnt cant couldnt wont wouldnt isnt arent wasnt havent hasnt shouldnt
  or but if unless except besides without instead rather until till before after between either both any anything
  maybe perhaps possibly probably might depends depending unsure guess idk dunno wonder
  almost nearly over under least most more less than few several some many lots
  what whats which how why when where who whose whom wrong mistake old other another different changed`
    .split(/\s+/)
    .filter(Boolean),
)

/** A word that negates a sentence or leaves it open, which makes the words around it uncertain. */
export function isDoubtful(word: string): boolean {
  return doubtful.has(word) || word.endsWith("n't")
}

const nonAnswerPattern = new RegExp(
  `^(?:(?:sorry|um+|uh+|hm+|well|honestly) )*(?:${[
    "i (?:don't|dont|do not|didn't) (?:really |even )?(?:know|understand|remember|get it|follow|care|have (?:one|it|any))(?: yet| that| it)?",
    "(?:i'm |im |i am )?(?:not|un) ?(?:so |really |quite |100% )?sure(?: yet| about (?:that|it))?",
    'no (?:idea|clue)',
    'idk',
    'i (?:forgot|forget)',
    'dunno',
    'it depends',
    'let me (?:think|check|see)(?: about it)?',
    '(?:what|huh|why|pardon|come again|excuse me)',
    'what do you mean',
    '(?:help|cancel|stop|never ?mind|start over|go back|restart)',
  ].join('|')})$`,
)

/** Detects that the person has no answer, or talks about something else. */
export const isNonAnswer = (wording: string): boolean => nonAnswerPattern.test(wording)

/** Only this much of a reply is read: answers are short, and later text cannot make them certain. */
const maxReadLength = 500

const invisible = /[\p{Cf}\p{Variation_Selector}\p{Emoji_Modifier}\u{FFFD}]/gu

/** Single-character fractions: 2½ must not become 21/2. */
const fraction = /[¼-¾⅐-⅞]/g

/** Converts a reply to one line of ordinary characters. */
export function normalizeReply(text: string, most = maxReadLength): string {
  const known = text
    .slice(0, most)
    .toWellFormed()
    .replace(fraction, ' $&')
    .normalize('NFKC')
    .slice(0, most)
    .toWellFormed()
  return known
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .replace(invisible, '')
    .replace(/[‘’ʼ`´]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .replace(/[‐‑‒–—―−]/g, '-')
    .replace(/⁄/g, '/')
    .trim()
}

/** Normalizes for comparison: case, accents and punctuation do not matter, emoji do. */
export function normalizeForMatching(text: string): string {
  const bare = normalizeReply(text).toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
  return bare
    .replace(/[^\p{L}\p{N}\p{Extended_Pictographic}'%+#$€£]+/gu, ' ')
    .replace(/(?<![\p{L}])'|'(?![\p{L}])/gu, ' ')
    .replace(/ +/g, ' ')
    .trim()
}

export const splitOnSpaces = (text: string): string[] => text.split(' ').filter(Boolean)

const polite =
  /^(?:(?:sorry|um|uh|hmm|well|oh|actually|please|honestly|thanks|thank you|i think) )+| (?:please|pls|plz|thanks|thank you|thx|sorry|for now|right now|now|yet|today)$/g
const skips = new Set(
  `skip|skip it|skip this|skip that|skip this one|skip this question|let's skip|let's skip it|let's skip this|i'll skip|i'd like to skip|can we skip|can we skip this|can i skip|can i skip this|could we skip this|
  pass|i'll pass|i pass|hard pass|rather not|rather not say|i'd rather not|id rather not|i'd rather not say|id rather not say|i would rather not|i would rather not say|i'd rather not answer|i'd rather not share|prefer not to say|i prefer not to say|i'd prefer not to say|prefer not to|
  i prefer not to|i prefer not to answer|prefer not to answer|none|nothing|no one|n a|na|not applicable|no thanks|no thank you|no thx|no ty|no|nope|nah|no comment|i don't want to say|i don't want to answer|i don't want to share that|i don't want to give it|
  i don't have one|i dont have one|don't have one|i don't have any|i don't have an email|i don't have a phone|none of your business|next|next question|move on|-|leave it blank|leave blank|blank|doesn't apply|does not apply|not needed`
    .split('|')
    .map((phrase) => phrase.trim()),
)

/** Detects that the person explicitly declines to answer. */
export function wantsToSkip(text: string): boolean {
  const wording = normalizeForMatching(text)
  return skips.has(wording) || skips.has(wording.replace(polite, '').trim())
}
