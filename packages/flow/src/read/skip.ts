import { normalizeForMatching } from './words/normalize.ts'

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
  const said = normalizeForMatching(text)
  return skips.has(said) || skips.has(said.replace(polite, '').trim())
}
