import { isNo, isYes } from '../language/requests.ts'
import { abilities, formatContactSentence, phrases } from '../phrases.ts'
import {
  createReplyStep,
  getLastAnswer,
  hasTool,
  type ModelStep,
  type Skill,
  type SkillContext,
} from '../skill-context.ts'

type TalkPattern = { pattern: RegExp; answer(view: SkillContext): ModelStep }

const talkPatterns: readonly TalkPattern[] = [
  {
    pattern:
      /^(?:(?:hi|hello|hey|hiya|howdy|greetings|hallo|hola|ciao|bonjour|good (?:morning|afternoon|evening|day)|morning|evening|there|again|everyone|team|all)(?: |$))+$/,
    answer: (view) => (view.hints.answers > 0 ? createReplyStep(phrases.helloAgain) : introduceAgent(view)),
  },
  {
    pattern: /^(?:hi |hello |hey )?how (?:are|r) (?:you|u)(?: doing| today| doing today)?$/,
    answer: () => createReplyStep(phrases.well),
  },
  {
    pattern:
      /^(?:ok |okay |great |perfect |that s all |all good )*(?:many )?(?:thank you|thanks|thx|ty|cheers|much appreciated)(?: so much| very much| a lot| again| bye| for (?:the|your|all|that|helping|answering).*)*$/,
    answer: () => createReplyStep(phrases.welcome),
  },
  {
    pattern:
      /^(?:ok |okay |thanks |thank you )?(?:good ?bye|bye(?: bye)?|see you(?: later| soon| then)?|cu|have a (?:nice|good|great) (?:day|one|evening|weekend))$/,
    answer: ({ hints }) => createReplyStep(phrases.bye(hints.business.trim())),
  },
  {
    pattern:
      /^(?:hi |hello |hey )?(?:who (?:are you|is this|am i (?:talking|speaking) (?:to|with))|what are you|what(?: is| s) your name|(?:are you|is this) (?:an? )?(?:real |actual )?(?:human|person|bot|robot|ai|machine|chatbot|real)(?: .{0,20})?)$/,
    answer: (view) => createReplyStep(`${phrases.assistantOf(view.hints.business.trim())} ${describeAbilities(view)}`),
  },
  {
    pattern:
      /^(?:hi |hello |hey )?(?:help(?: me)?(?: please)?|(?:i (?:need|want|would like)|i d like|could i (?:get|have)|can i (?:get|have)) (?:some |your |a little )?help(?: please)?|can you help(?: me)?|what can you do(?: for me)?|how can you help(?: me)?|what do you do)$/,
    answer: (view) => createReplyStep(`${describeAbilities(view)} ${phrases.whatCanIDo}`),
  },
]

/** Small talk is never longer. */
const maxLength = 80

export const smallTalkSkill: Skill = (view) => {
  const talk = matchTalk(view)
  if (talk) return talk.answer(view)
  const agrees = isYes(view.question)
  // 👍 counts only as the answer to a question.
  if (view.phrase === '' && !getLastAnswer(view).includes('?')) return undefined
  return agrees || isNo(view.question) ? createReplyStep(answerTalk(view, agrees)) : undefined
}

/** Interprets a yes or no as an answer, unless nothing was asked. */
function answerTalk(view: SkillContext, agrees: boolean): string {
  const { question } = view
  const last = getLastAnswer(view)
  if (last.includes(phrases.allRight)) return agrees && /^ye/.test(question) ? phrases.whatCanIDo : phrases.allRightThen
  if (last.includes('?')) return phrases.allRight
  return agrees && last === '' ? phrases.whatCanIDo : phrases.allRightThen
}

export function isSmallTalk(view: SkillContext): boolean {
  return matchTalk(view) !== undefined || isYes(view.question) || isNo(view.question)
}

function matchTalk({ phrase }: SkillContext): TalkPattern | undefined {
  return phrase.length > maxLength ? undefined : talkPatterns.find(({ pattern }) => pattern.test(phrase))
}

function introduceAgent(view: SkillContext): ModelStep {
  const { business, partner } = view.hints
  return createReplyStep(
    [
      phrases.hello(partner.firstName ?? ''),
      phrases.assistantOf(business.trim()),
      describeAbilities(view),
      phrases.whatCanIDo,
    ].join(' '),
  )
}

function describeAbilities(view: SkillContext): string {
  const { things } = view.hints
  return phrases.canDo([
    abilities.questions,
    ...(things.length > 0 ? [abilities.things] : []),
    ...(hasTool(view, 'scheduling.offerTimes') ? [abilities.scheduling] : []),
    ...(hasTool(view, 'human.contact') && formatContactSentence(view.hints) ? [abilities.person] : []),
  ])
}
