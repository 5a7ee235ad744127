import { formatContactSentence, phrases } from '../phrases.ts'
import { createReplyStep, getLastAnswer, type ModelStep, type SkillContext } from '../skill-context.ts'

/** Says that it does not know, without asking the same question twice in a row. */
export function answerUnknown(view: SkillContext): ModelStep {
  const last = getLastAnswer(view)
  const contact = formatContactSentence(view.hints)
  if (view.phrase === '')
    return createReplyStep(
      last.includes(phrases.noWordsAgain) ? joinSentences(phrases.noWordsAgain, contact) : phrases.noWords,
    )
  const isAgain = last.includes(phrases.unknown) || last.includes(phrases.unknownAgain)
  const first = isAgain ? phrases.unknownAgain : phrases.unknown
  return createReplyStep(joinSentences(first, contact ?? (isAgain ? undefined : phrases.anotherWay)))
}

function joinSentences(...all: (string | undefined)[]): string {
  return all.filter(Boolean).join(' ')
}
