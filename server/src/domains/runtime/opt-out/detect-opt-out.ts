import { canonicalizeClause } from './canonicalize-clause.ts'
import { matchEnglishOptOut } from './english.ts'
import { normalizeOptOutText, splitClauses } from './normalize.ts'
import { isForeignOptOut } from './other-languages.ts'

/** Somebody speaks of another time, another way or another person, or does not mean it. */
const otherMeanings =
  /\b(?:until|till|unless|instead|except|jk|just kidding|kidding|only (?:text|send|message|call|email|write)|just (?:text|call|email|message|send) me|(?:text|message|write|call|reach|contact|email|use|try)(?: me)?(?: at| on| to)? (?:my|the|this) (?:other|new|work|home|wifes|husbands|second|right|correct)|send (?:me )?(?:the|it|them|a|my)|(?:use|to) this (?:one|number) from now|change my|new number|my number is|(?:dont|do not|never) \w+(?: me| us)?(?: right)? (?:now|today|tonight|tomorrow|yet))\b/

/** The words of others, told. */
const reported =
  /\b(?:he|she|they|mom|mother|dad|father|boss|friends?|wife|husband|boyfriend|girlfriend|ex|sister|brother|customers?|clients?|daughter|son|kids?|people|someone|somebody|neighbou?r|doctor|teacher|it|sign|email|article|movie|song|dog)(?: (?:just|always|then|keeps?|never|once))? (?:said|says|saying|wrote|texted|told|yelled|goes|was like|is like|asked|called|titled)\b/

/** `Stop?` asks, `can you stop?` does not. */
const wondering = /^\W*stop\W*\?\W*$/

const laughs = /\b(?:ha(?:ha)+|lol|lmao|rofl|hehe|xd)\b|😂|🤣/u

/** What people say around a bare `stop`. */
const beside =
  /^(?:|wrong (?:number|person)|(?:i am |i m )?(?:so )?not interested(?: at all)?|no|no you|you|who (?:is|are) (?:this|you)|(?:this is )?(?:spam|harassment|annoying|enough)|go away|i said|i mean it|i (?:did not|didnt|never) (?:sign|signed) up(?: for (?:this|these))?|i dont know you|do you understand|(?:for )?the last time|last warning|now|bye|goodbye|no means no|i will (?:report|block|sue) you|report(?:ed)?|leave)$/

/** Whether somebody says, in their own words, that they want no more messages. Better one missed than one made up. */
export function isOptOutRequest(text: string): boolean {
  const said = normalizeOptOutText(text)
  if (otherMeanings.test(said) || reported.test(said) || wondering.test(said)) return false
  const clauses = splitClauses(said)
  const abroad = [...clauses, ...splitClauses(said.replaceAll(',', ' '))]
  const words = clauses.map(canonicalizeClause)
  const wishes = words.map(matchEnglishOptOut)
  if (wishes.includes('clear') || abroad.some(isForeignOptOut)) return true
  if (!wishes.includes('bare') || laughs.test(text.slice(0, 600).toLowerCase())) return false
  return words.every((each, at) => wishes[at] === 'bare' || beside.test(each))
}
