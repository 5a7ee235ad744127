import { contactSentence, phrases } from '../phrases.ts'
import { lastAnswer, type Step, say, type View } from '../view.ts'

/** Says that it does not know, and never the same question twice in a row. */
export function unknown(view: View): Step {
  const last = lastAnswer(view)
  const contact = contactSentence(view.hints)
  if (view.phrase === '')
    return say(last.includes(phrases.noWordsAgain) ? sentences(phrases.noWordsAgain, contact) : phrases.noWords)
  const isAgain = last.includes(phrases.unknown) || last.includes(phrases.unknownAgain)
  const first = isAgain ? phrases.unknownAgain : phrases.unknown
  return say(sentences(first, contact ?? (isAgain ? undefined : phrases.anotherWay)))
}

function sentences(...all: (string | undefined)[]): string {
  return all.filter(Boolean).join(' ')
}
