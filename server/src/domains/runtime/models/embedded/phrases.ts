import type { TurnHints } from '../model.ts'

/** Escapes foreign text for AML, so that none of it is parsed as a marker. */

export function escapeMarkers(text: string): string {
  return text.replaceAll('[[', '\\[[')
}

/** A Fact may reference a message template of the agent; all other markers in it are escaped. */
export function escapeFactMarkers(text: string): string {
  return text.replace(/\[\[(?!template: ?[A-Za-z0-9_-]+\]\])/g, '\\[[')
}

export function printThingsMarker(ids: readonly string[]): string {
  return `[[things: ${ids.map(escapeMarkerField).join(', ')}]]`
}

export function printCollectionMarker(id: string): string {
  return `[[collection: ${escapeMarkerField(id)}]]`
}

function escapeMarkerField(id: string): string {
  return id.replace(/[\\,|[\]]/g, '\\$&').replaceAll('\n', '\\n')
}

/** Every phrase of the embedded model's own; the rest comes from the agent's knowledge. */
export const phrases = {
  offerTimes: 'Here are some times that are free.',
  moveTimes: 'Let us find another time for your appointment.',
  whichDay: 'That time is open on more than one day. Which day would suit you?',
  otherDay: 'Which other day would suit you?',
  otherDayToMove: 'Which other day shall I move it to?',
  booked: (when: string) =>
    when ? `You are booked for ${escapeMarkers(when)}. See you then!` : 'You are booked. See you then!',
  moved: (when: string) =>
    when
      ? `Your appointment is moved to ${escapeMarkers(when)}. See you then!`
      : 'Your appointment is moved. See you then!',
  cancelled: (when: string) =>
    when ? `Your appointment on ${escapeMarkers(when)} is canceled.` : 'Your appointment is canceled.',
  didNotWork: 'I am sorry, that did not work.',
  whichToCancel: 'You have more than one appointment. Which one shall I cancel?',
  noMeeting: 'I do not see any upcoming appointments for you.',
  bookOne: 'Would you like to book one?',
  meeting: (label: string) => `Your appointment is on ${escapeMarkers(label)}.`,
  meetings: 'These are your appointments:',
  cannotBook: 'I am sorry, I cannot book appointments here.',

  human: 'Of course. This is how you can reach a person.',
  noHuman: 'I am sorry, I cannot put you through to a person here.',
  reach: (ways: string) => `You can reach us ${ways}.`,

  saved: (name: string) =>
    name ? `Thank you, ${escapeMarkers(name)}. I have noted that.` : 'Thank you, I have noted that.',
  notNoted: 'I am sorry, I cannot note that here.',
  noted: 'Thank you, that is noted.',
  teamTold: 'The team will get back to you.',
  howToReach: 'What number or email address can the team reach you at?',

  mayHelp: 'This may help:',
  shown: 'Here you are:',
  entered: 'I can help with that. What would you like to know?',
  done: 'That is done.',

  hello: (name: string) => (name ? `Hello ${escapeMarkers(name)}!` : 'Hello!'),
  helloAgain: 'Hello again! What can I do for you?',
  assistantOf: (business: string) =>
    business ? `I am the digital assistant of ${escapeMarkers(business)}.` : 'I am a digital assistant.',
  canDo: (what: readonly string[]) => `I can ${joinInSentence(what, 'and')}.`,
  whatCanIDo: 'What can I do for you?',
  well: 'I am well, thank you. What can I do for you?',
  welcome: 'You are very welcome!',
  bye: (business: string) =>
    business
      ? `Goodbye, and thank you for writing to ${escapeMarkers(business)}!`
      : 'Goodbye, and thank you for writing!',
  allRight: 'All right. Is there anything else that I can do for you?',
  allRightThen: 'All right. Just write when you need me.',

  unknown: 'I am sorry, I do not know that.',
  unknownAgain: 'I am sorry, I do not know that either.',
  anotherWay: 'Could you put it another way?',
  noWords: 'I am afraid that I only understand words. What can I do for you?',
  noWordsAgain: 'I am afraid that I only understand words.',
} as const

export const abilities = {
  questions: 'answer questions',
  things: 'show you what we have',
  scheduling: 'find a time for an appointment',
  person: 'tell you how to reach a person',
} as const

/** Returns how to reach a person of the business in one sentence, or undefined when there is no contact. */
export function formatContactSentence({ contact }: TurnHints): string | undefined {
  const { phone, email, url } = contact
  const ways = [
    phone && `by phone at ${escapeMarkers(phone)}`,
    email && `by email at ${escapeMarkers(email)}`,
    url && `at ${escapeMarkers(url)}`,
  ]
  const known = ways.filter((way): way is string => Boolean(way))
  return known.length > 0 ? phrases.reach(joinInSentence(known, 'or')) : undefined
}

function joinInSentence(entries: readonly string[], last: 'and' | 'or'): string {
  if (entries.length < 3) return entries.join(` ${last} `)
  return `${entries.slice(0, -1).join(', ')} ${last} ${entries.at(-1)}`
}
