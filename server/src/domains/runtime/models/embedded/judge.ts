import { shared, tellingStems, without } from './language/words.ts'

type Line = { role: 'person' | 'agent'; text: string }
export type Verdict = { reached: boolean; reason: string; evidence: string }

/** Who is spoken of, and not what: words of a criterion that need not be said. */
const ofWhoever = tellingStems(
  `person people user users customer customers visitor client lead caller someone agent assistant bot conversation
   says said mentions mentioned states stated tells told gives gave given asks asked wants wanted expresses expressed agrees
   confirms confirmed shows clearly explicitly their they has have during end`,
)
const denies = /\b(?:not|never|no|nobody|nothing|don't|doesn't|didn't|won't|can't|cannot|isn't|wasn't|haven't)\b/

/** A criterion is only taken for met where one line has nearly all of it. */
const enough = 0.75
const longestEvidence = 300

/** Judges by words alone, and rather says no: whoever needs more has a model for it. */
export function judge(criterion: string, lines: readonly Line[]): Verdict {
  const wanted = without(tellingStems(criterion), ofWhoever)
  const best = lines
    .filter(({ role }) => isAbout(criterion, role))
    .map(({ text }) => ({ text, share: shareOf(wanted, text) }))
    .filter(({ text }) => isDenied(text) === isDenied(criterion))
    .reduce<{ text: string; share: number } | undefined>(
      (top, line) => (line.share > (top?.share ?? 0) ? line : top),
      undefined,
    )
  if (!best || best.share < enough) {
    return { reached: false, reason: 'No line says what the criterion asks for.', evidence: '' }
  }
  return {
    reached: true,
    reason: 'One line has the words of the criterion.',
    evidence: best.text.slice(0, longestEvidence).toWellFormed(),
  }
}

/** A criterion that begins with who is to say it is looked for in their lines alone. */
function isAbout(criterion: string, role: Line['role']): boolean {
  if (/^\s*(?:the |our )?(?:agent|assistant|bot)\b/i.test(criterion)) return role === 'agent'
  if (/^\s*(?:the |an? )?(?:person|user|customer|visitor|client|lead|caller)\b/i.test(criterion))
    return role === 'person'
  return true
}

function isDenied(text: string): boolean {
  return denies.test(text.toLowerCase().replace(/[’‘`]/g, "'"))
}

function shareOf(wanted: ReadonlySet<string>, text: string): number {
  return wanted.size === 0 ? 0 : shared(wanted, tellingStems(text)) / wanted.size
}
