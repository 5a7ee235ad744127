import type { FlowSlot } from '@parley/definition'

/** What a question is about: found by the name of a slot or of its field, or by the words of the question. */
type Topic = {
  id: string
  /** In the words of a name: `firstName` is "first name". */
  name: RegExp
  question: RegExp
  answers: readonly string[]
}

/** The first that matches counts, so the narrow ones come first. Phone numbers and addresses are fictitious. */
const topics: readonly Topic[] = [
  {
    id: 'email',
    name: /\be ?mail\b/,
    question: /\be-?mail\b/,
    answers: ['alex.morgan@example.com', 'sam.taylor@example.com', 'jo.rivera@example.org'],
  },
  {
    id: 'phone',
    name: /\b(?:phone|mobile|cell|telephone|callback)\b/,
    question:
      /\b(?:phone|mobile|telephone|number to reach|number (?:may|can|should|could) (?:we|i|the team) (?:call|reach))\b/,
    answers: ['+14155550100', '+14155550142', '+442079460018'],
  },
  {
    id: 'company',
    name: /\b(?:company|business|organi[sz]ation|employer|firm)\b/,
    question: /\b(?:company|your business|organi[sz]ation|employer)\b/,
    answers: ['Northwind Bakery', 'Harbor Studio', 'Lindgren and Sons'],
  },
  {
    id: 'firstName',
    name: /\b(?:first|given) ?name\b/,
    question: /\b(?:first|given) name\b/,
    answers: ['Alex', 'Sam', 'Jo'],
  },
  {
    id: 'lastName',
    name: /\b(?:last|family|sur) ?name\b/,
    question: /\b(?:last|family) name\b|\bsurname\b/,
    answers: ['Morgan', 'Taylor', 'Rivera'],
  },
  {
    id: 'name',
    name: /^(?:(?:full|your|person|contact|guest|customer) )?name$/,
    question: /\b(?:your|full|what|which) name\b|\bwho am i (?:talking|speaking)\b/,
    answers: ['Alex Morgan', 'Sam Taylor', 'Jo Rivera'],
  },
  {
    id: 'order',
    name: /\b(?:order|invoice|booking|reservation|tracking|reference|customer)(?: (?:number|id|no|code))?$/,
    question: /\b(?:order|invoice|booking|tracking|reference|customer) (?:number|id|code)\b/,
    answers: ['AB12345', '1234567', 'ABC-123'],
  },
  {
    id: 'postcode',
    name: /\b(?:post ?code|postal code|zip(?: code)?)\b/,
    question: /\b(?:postal code|zip code)\b|^[^,.]*\bpostcode\?/,
    answers: ['94103', 'SW1A 2AA', '10115'],
  },
  {
    id: 'address',
    name: /\b(?:address|street|place|location|where)\b/,
    question: /\b(?:address|street|town|where (?:is|are|should|shall|do|does|can))\b/,
    answers: ['12 Harbor Street, Springfield', '5 Mill Lane, Bristol', '88 Oak Avenue, Portland'],
  },
  {
    id: 'city',
    name: /\b(?:city|town)\b/,
    question: /\bwhich (?:city|town)\b/,
    answers: ['Springfield', 'Bristol', 'Portland'],
  },
  { id: 'country', name: /\bcountry\b/, question: /\bcountry\b/, answers: ['Canada', 'Germany', 'Spain'] },
  {
    id: 'score',
    name: /\b(?:score|rating|stars|nps|grade)\b/,
    question: /\bhow (?:likely|satisfied)\b|\bfrom \d+ .{0,30}\bto \d+\b|\brate\b/,
    answers: ['9', '8', '5', '3'],
  },
  { id: 'age', name: /\bage\b/, question: /\bhow old\b|\byour age\b/, answers: ['34', '27', '52'] },
  {
    id: 'partySize',
    name: /\b(?:guests?|party|people|persons?|adults|seats|attendees|participants|travell?ers|size)\b/,
    question: /\bhow many (?:guests|people|persons|adults|seats|of you)\b|\bparty size\b/,
    answers: ['2', '4', '3', '12'],
  },
  {
    id: 'budget',
    name: /\b(?:budget|amount|price|spend)\b/,
    question: /\bbudget\b|\bhow much\b/,
    answers: ['500', '1000', '200'],
  },
  {
    id: 'count',
    name: /\b(?:count|quantity|number|nights|days|hours|how many)\b/,
    question: /\bhow many\b/,
    answers: ['2', '3', '1'],
  },
  {
    id: 'nothingMore',
    name: /\b(?:wishes|notes?|remarks?|comments?|allerg(?:y|ies)|requests?|anything)\b/,
    question: /\banything (?:else|we|i|the)\b|\banything .{0,60}\bshould know\b|\ballerg/,
    answers: ['No, nothing special', 'A quiet place, please'],
  },
  {
    id: 'occasion',
    name: /\boccasion\b/,
    question: /\boccasion\b/,
    answers: ['A birthday, next Saturday', 'A family dinner next Friday'],
  },
  {
    id: 'praise',
    name: /\b(?:liked|best|praise)\b/,
    question: /\blike[d]? (?:most|best)\b/,
    answers: ['The friendly team', 'It was quick and easy'],
  },
  {
    id: 'improvement',
    name: /\b(?:better|improve(?:ment)?|suggestion)\b/,
    question: /\b(?:better|improve)\b/,
    answers: ['A shorter wait', 'A reminder the day before'],
  },
  {
    id: 'problem',
    name: /\b(?:wrong|problem|issue|complaint|incident|damage)\b/,
    question: /\bwent wrong\b|\bthe (?:problem|issue|matter)\b/,
    answers: ['I had to wait for an hour', 'It arrived broken'],
  },
  {
    id: 'birthday',
    name: /\b(?:birth ?day|birth|born|dob)\b/,
    question: /\b(?:birthday|born|date of birth)\b/,
    answers: ['1990-05-12', '1984-11-03'],
  },
  {
    id: 'date',
    name: /\b(?:date|day|when)\b/,
    question: /\b(?:which|what) (?:day|date)\b|\bwhen\b/,
    answers: ['next Tuesday', 'tomorrow', 'next Friday'],
  },
  { id: 'time', name: /\btime\b/, question: /\b(?:what|which) time\b/, answers: ['10:00', '3 pm', '18:30'] },
]

/** `firstName` and `first_name` as words. */
const splitName = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()

const findByName = (name: string): Topic | undefined => topics.find((topic) => topic.name.test(splitName(name)))

const findByQuestion = (text: string): Topic | undefined =>
  topics.find((topic) => topic.question.test(text.toLowerCase()))

type Question = Pick<FlowSlot, 'name' | 'bind' | 'prompt'>

const findNamedTopic = ({ name, bind }: Question): Topic | undefined =>
  findByName(name) ?? (bind === undefined ? undefined : findByName(lastField(bind)))

const lastField = (path: string): string => path.slice(path.lastIndexOf('.') + 1)

/** Whether a fact of this name is an answer to the question. */
export function isAbout(factName: string, question: Question): boolean {
  const topic = findNamedTopic(question) ?? findByQuestion(question.prompt ?? '')
  return topic !== undefined && findByName(factName) === topic
}

/** What people answer to a question, the most natural first; none if nothing says what it is about. */
export function listNaturalAnswers(question: Question): readonly string[] {
  const { prompt = '' } = question
  const named = findNamedTopic(question)
  if (named) return named.answers
  const alternatives = listAlternatives(prompt)
  if (alternatives.length > 0) return alternatives
  const topic = findByQuestion(prompt)
  if (topic) return topic.answers
  return asksYesOrNo(prompt) ? ['Yes, please', 'Yes'] : []
}

/** The last question of what an agent said. */
export const lastQuestionOf = (text: string): string | undefined =>
  text
    .match(/[^.!?\n]*\?/g)
    ?.at(-1)
    ?.trim()

const offersHelp = /\banything else\b|\b(?:can|may|could|how) i (?:do|help)\b|\bhelp you\b|\bassist\b/i

/** A question of the agent about the person, and not an offer to help: those end a conversation. */
export const isAboutPerson = (question: string): boolean => !offersHelp.test(question)

const yesOrNo =
  /^(?:(?:and|so|ok|okay|great|thanks?|thank you),?\s+)*(?:is|are|do|does|did|will|would|shall|should|can|could|may|have|has|was|were)\b/i

const asksYesOrNo = (question: string): boolean => yesOrNo.test(lastQuestionOf(question) ?? '')

/** "Red or white?" offers two, and "Shall we go on, or would you rather cancel?" none. */
function listAlternatives(question: string): string[] {
  const [, first, second] = /([\p{L}-]+) or (?:the |an? )?([\p{L}-]+)\?$/iu.exec(lastQuestionOf(question) ?? '') ?? []
  return first === undefined || second === undefined || /^(?:no|not|so|two)$/i.test(second) ? [] : [first, second]
}
