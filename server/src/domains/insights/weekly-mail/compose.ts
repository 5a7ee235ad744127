import type { UnansweredQuestion } from '../schemas.ts'

export type WeekReport = {
  agentName: string
  /** Of the last seven days. */
  sessions: number
  contained: number
  unanswered: number
  /** Open questions, most asked first. */
  questions: readonly Pick<UnansweredQuestion, 'id' | 'question' | 'count' | 'people'>[]
  improveUrl: string
  unsubscribeUrl: string
}

export const maxQuestions = 5
const maxLength = 160

/** The text of the weekly mail: plain and short. */
export function composeWeeklyMail(report: WeekReport): { subject: string; text: string } {
  const { agentName, questions, improveUrl, unsubscribeUrl } = report
  const listed = questions.slice(0, maxQuestions)
  const subject = `${agentName}: ${formatCount(listed.length, 'question')} to answer`
  const lines = listed.flatMap(({ id, question, count, people }, at) => [
    `${at + 1}. ${toLine(question)}`,
    `   Asked ${count === 1 ? 'once' : `${count} times by ${formatCount(people, 'person', 'people')}`}.`,
    `   ${improveUrl}?question=${encodeURIComponent(id)}`,
    '',
  ])
  const text = [
    describeWeek(report),
    '',
    listed.length === 1 ? 'People wait for an answer to this question:' : 'People wait for answers to these questions:',
    '',
    ...lines,
    `All open questions: ${improveUrl}`,
    '',
    '-- ',
    `You get this mail once a week because you subscribed to it. Unsubscribe: ${unsubscribeUrl}`,
    '',
  ].join('\n')
  return { subject, text }
}

function describeWeek({ agentName, sessions, contained, unanswered }: WeekReport): string {
  if (sessions === 0) return `Nobody wrote to ${agentName} in the last seven days.`
  return `In the last seven days, ${agentName} had ${formatCount(sessions, 'session')}, and needed no help in ${contained}. It had no answer to ${formatCount(unanswered, 'question')}.`
}

const formatCount = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/**
 * One short line. A mail outlives the erasure of a person, so addresses and long numbers are left out, and links of
 * strangers are not tappable in it.
 */
function toLine(text: string): string {
  const line = text
    .toWellFormed()
    .replace(/[^\s@]+@[^\s@]+\.[^\s@]+/g, '[email]')
    .replace(/\b[a-z][a-z0-9+.-]*:\/\/\S+|\bwww\.\S+/gi, '[link]')
    .replace(/[+(]?\d(?:[\s().-]{0,3}\d){6,}/g, '[number]')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  const letters = [...line]
  return letters.length <= maxLength ? line : `${letters.slice(0, maxLength - 1).join('')}…`
}
