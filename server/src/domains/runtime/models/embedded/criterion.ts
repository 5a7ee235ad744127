/** The parts of a criterion that word matching can recognize. */
export type ParsedCriterion = {
  /** Who has to say it; undefined means either side. */
  subject?: 'agent' | 'person'
  /** The text quoted at the end of the criterion. */
  quote?: string
  /** Whether something must not be said. */
  isAbsence: boolean
  /** All of them must be met. */
  clauses: string[]
  where?: 'last'
  /** The criterion concerns only the tone. */
  manner: boolean
  maxWords?: number
}

const agent =
  /^\s*(?:(?:the |our )?(?:last |first |final )?(?:reply|answer|response) of )?(?:the |our )?(?:agent|assistant|bot)\b(?:'s\b)?/i
const person = /^\s*(?:the |an? )?(?:person|user|customer|visitor|client|lead|caller)\b/i
const condition = /^\s*(?:when|if|after|once|before|as soon as)\b[^,]{0,200},\s*/i
const absence =
  /^\s*(?:(?:must|should|may|shall|will|can|could|would|does|do|did|is|are|was|were|has|have) ?(?:not|never)\b|(?:mustn't|shouldn't|won't|can't|cannot|doesn't|don't|didn't|isn't|aren't|hasn't|never|not|no|nothing|avoids?|refrains? from)\b)/i
const mannerPatterns =
  /\b(?:is|stays|remains|sounds|answers?|replies|responds|speaks|writes|in a)\b[^.]{0,60}\b(?:polite|politely|friendly|courteous|kind|warm|professional|respectful|helpful|patient|calm|natural|clear|clearly|to the point|in the manner of)\b/i
const maxWordsPattern = /\b(?:at most|no more than|fewer than|less than|under|within) (\d{1,4}) words\b/i
const short =
  /\b(?:is|are|stays|keeps?|remains|answers?|replies)\b[^.]{0,30}\b(?:brief|briefly|short|concise|concisely)\b/i
const shortWords = 60

export function parseCriterion(text: string): ParsedCriterion {
  const plain = text.replace(/[’‘`]/g, "'")
  const statement = plain.replace(condition, '')
  const subject = parseSubject(statement)
  const rest = statement.replace(agent, '').trim()
  const quote = parseTrailingQuote(text)
  const denial = rest.match(absence)?.[0]
  const positive = denial === undefined ? rest : rest.slice(denial.length)
  const most = maxWordsPattern.exec(positive)?.[1]
  return {
    ...(subject && { subject }),
    ...(quote !== undefined && { quote }),
    ...(/^[^"“«]{0,80}\b(?:last|final) (?:reply|message|answer|response|turn)\b/i.test(text) && { where: 'last' }),
    isAbsence: denial !== undefined,
    clauses: splitCriterionClauses(positive, denial !== undefined),
    manner: denial === undefined && mannerPatterns.test(statement),
    ...((most !== undefined || short.test(statement)) && { maxWords: most === undefined ? shortWords : Number(most) }),
  }
}

function parseSubject(text: string): ParsedCriterion['subject'] {
  if (agent.test(text)) return 'agent'
  return person.test(text) ? 'person' : undefined
}

/** Spans from the first quotation mark to the last, because a quote may contain quotes. */
function parseTrailingQuote(text: string): string | undefined {
  const [from, to] = [text.search(/["“«]/), Math.max(...['"', '”', '»'].map((mark) => text.lastIndexOf(mark)))]
  if (from < 0 || to <= from || !/^[\s.!]*$/.test(text.slice(to + 1))) return undefined
  return text.slice(from + 1, to).trim() || undefined
}

/** Splits `welcomes the person and asks for a name`. Things that must not be said may also be listed with "or". */
function splitCriterionClauses(text: string, isAbsence: boolean): string[] {
  const joint = isAbsence ? /,?\s+(?:and|or|nor)\s+|,\s+/i : /,?\s+and\s+(?:then\s+|also\s+)?(?=[a-z]+s\b)/i
  return text
    .split(joint)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '')
}
