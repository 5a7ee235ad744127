import { isNo, isYes } from '../language/requests.ts'
import { abilities, contactSentence, phrases } from '../phrases.ts'
import { lastAnswer, offers, type Skill, type Step, say, type View } from '../view.ts'

type Talk = { pattern: RegExp; answer(view: View): Step }

const talks: readonly Talk[] = [
  {
    pattern:
      /^(?:(?:hi|hello|hey|hiya|howdy|greetings|hallo|hola|ciao|bonjour|good (?:morning|afternoon|evening|day)|morning|evening|there|again|everyone|team|all)(?: |$))+$/,
    answer: (view) => (view.hints.answers > 0 ? say(phrases.helloAgain) : introduction(view)),
  },
  {
    pattern: /^(?:hi |hello |hey )?how (?:are|r) (?:you|u)(?: doing| today| doing today)?$/,
    answer: () => say(phrases.well),
  },
  {
    pattern:
      /^(?:ok |okay |great |perfect |that s all |all good )*(?:many )?(?:thank you|thanks|thx|ty|cheers|much appreciated)(?: so much| very much| a lot| again| bye| for (?:the|your|all|that|helping|answering).*)*$/,
    answer: () => say(phrases.welcome),
  },
  {
    pattern:
      /^(?:ok |okay |thanks |thank you )?(?:good ?bye|bye(?: bye)?|see you(?: later| soon| then)?|cu|have a (?:nice|good|great) (?:day|one|evening|weekend))$/,
    answer: ({ hints }) => say(phrases.bye(hints.business.trim())),
  },
  {
    pattern:
      /^(?:hi |hello |hey )?(?:who (?:are you|is this|am i (?:talking|speaking) (?:to|with))|what are you|what(?: is| s) your name|(?:are you|is this) (?:an? )?(?:real |actual )?(?:human|person|bot|robot|ai|machine|chatbot|real)(?: .{0,20})?)$/,
    answer: (view) => say(`${phrases.assistantOf(view.hints.business.trim())} ${canDo(view)}`),
  },
  {
    pattern:
      /^(?:hi |hello |hey )?(?:help(?: me)?(?: please)?|(?:i (?:need|want|would like)|i d like|could i (?:get|have)|can i (?:get|have)) (?:some |your |a little )?help(?: please)?|can you help(?: me)?|what can you do(?: for me)?|how can you help(?: me)?|what do you do)$/,
    answer: (view) => say(`${canDo(view)} ${phrases.whatCanIDo}`),
  },
]

/** No such sentence is longer. */
const longest = 80

export const smallTalk: Skill = (view) => {
  const talk = talkOf(view)
  if (talk) return talk.answer(view)
  const agrees = isYes(view.asked)
  // 👍 answers a question, and says nothing else.
  if (view.phrase === '' && !lastAnswer(view).includes('?')) return undefined
  return agrees || isNo(view.asked) ? say(answerTo(view, agrees)) : undefined
}

/** A yes or a no is the answer to something, unless nothing was asked. */
function answerTo(view: View, agrees: boolean): string {
  const { asked } = view
  const last = lastAnswer(view)
  if (last.includes(phrases.allRight)) return agrees && /^ye/.test(asked) ? phrases.whatCanIDo : phrases.allRightThen
  if (last.includes('?')) return phrases.allRight
  return agrees && last === '' ? phrases.whatCanIDo : phrases.allRightThen
}

/** Whether the message is nothing but that. */
export function isSmallTalk(view: View): boolean {
  return talkOf(view) !== undefined || isYes(view.asked) || isNo(view.asked)
}

function talkOf({ phrase }: View): Talk | undefined {
  return phrase.length > longest ? undefined : talks.find(({ pattern }) => pattern.test(phrase))
}

function introduction(view: View): Step {
  const { business, partner } = view.hints
  return say(
    [
      phrases.hello(partner.firstName ?? ''),
      phrases.assistantOf(business.trim()),
      canDo(view),
      phrases.whatCanIDo,
    ].join(' '),
  )
}

function canDo(view: View): string {
  const { things } = view.hints
  return phrases.canDo([
    abilities.questions,
    ...(things.length > 0 ? [abilities.things] : []),
    ...(offers(view, 'scheduling.offerTimes') ? [abilities.scheduling] : []),
    ...(offers(view, 'human.contact') && contactSentence(view.hints) ? [abilities.person] : []),
  ])
}
