import { byContainedLabel, byEveryWord } from './approximate.ts'
import { exactly } from './exact.ts'
import type { Answer, OpenIntent } from './intent.ts'
import { type Candidate, type Pool, poolOf } from './pool.ts'
import { type Reply, replyAs } from './said.ts'
import { several } from './several.ts'

/** What a level says of a reply; nothing when it says nothing. */
type Verdict = Answer | 'unsure' | undefined
type Level = (reply: Reply, pool: Pool) => Verdict

/** In order of confidence. The first that says anything is the last that is asked. */
const levels: readonly Level[] = [
  (reply, pool) => onlyOne(exactly(reply, pool)),
  severalOfOne,
  (reply, pool) => onlyOne(pool.byWord.get(reply.folded) ?? []),
  (reply, pool) => {
    const found = byContainedLabel(reply, pool)
    return found === 'unsure' ? found : onlyOne(found)
  },
  (reply, pool) => onlyOne(byEveryWord(reply, pool)),
]

/**
 * The answer that a typed reply is, if it can be only one. `intents` are the open ones of a conversation, newest first;
 * those of one message are asked together. What could mean more than one thing is no answer, not even to an older one.
 */
export function matchAnswer(reply: string, intents: readonly OpenIntent[]): Answer | undefined {
  if (reply.trim() === '' || intents.length === 0) return undefined
  const said = replyAs(reply)
  for (const asked of Map.groupBy(intents, ({ messageId }) => messageId).values()) {
    const verdict = verdictOf(said, poolOf(asked))
    if (verdict) return verdict === 'unsure' ? undefined : verdict
  }
  return undefined
}

function verdictOf(reply: Reply, pool: Pool): Verdict {
  for (const level of levels) {
    const verdict = level(reply, pool)
    if (verdict) return verdict
  }
  return undefined
}

function onlyOne(candidates: readonly Candidate[]): Verdict {
  const [first, ...others] = candidates
  if (!first) return undefined
  return others.length > 0 ? 'unsure' : { intent: first.intent, options: [first.option] }
}

function severalOfOne({ text }: Reply, pool: Pool): Verdict {
  const verdicts = pool.intents
    .filter(({ multiple }) => multiple)
    .map((intent) => listed(intent, several(text, pool, intent)))
    .filter((verdict) => verdict !== undefined)
  return verdicts.length > 1 ? 'unsure' : verdicts[0]
}

function listed(intent: OpenIntent, named: (readonly Candidate[])[] | undefined): Verdict {
  if (!named) return undefined
  if (named.some((candidates) => candidates.length > 1)) return 'unsure'
  const options = new Set(named.flatMap((candidates) => candidates.map(({ option }) => option)))
  return { intent, options: intent.options.filter((option) => options.has(option)) }
}
