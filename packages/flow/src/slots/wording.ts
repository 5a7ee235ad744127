import type { FlowSlot, SlotType } from '@parley/definition'

/** Builds the question for a slot without a prompt. */
export function defaultPrompt({ name, type, options = [], source }: FlowSlot): string {
  const words = toWords(name)
  const isChoice = type !== 'timeslot' && type !== 'boolean' && (options.length > 0 || source !== undefined)
  return isChoice ? `Which ${words} would you like?` : promptsByType[type](words)
}

const promptsByType: Record<SlotType, (words: string) => string> = {
  string: (words) => knownPrompts[words] ?? `What is your ${words}?`,
  email: (words) => `What is your ${keepPrefix(words, /\s*e-?mail( address)?$/)}email address?`,
  phone: (words) => `What is your ${keepPrefix(words, /\s*(tele)?phone( number)?$/)}phone number?`,
  number: (words) => {
    const counted = /^(?:number of|how many|count of) (.+)$/.exec(words)?.[1] ?? /^(.*[^s]s)$/.exec(words)?.[1]
    return counted === undefined ? `What is your ${words}?` : `How many ${counted}?`
  },
  date: (words) => (/^(date|day)$/.test(words) ? 'Which date suits you?' : `What is your ${words}?`),
  timeslot: () => 'Which time suits you?',
  enum: (words) => `Which ${words} would you like?`,
  boolean: (words) => `${words.charAt(0).toUpperCase()}${words.slice(1)}: yes or no?`,
}

const knownPrompts: Record<string, string> = {
  notes: 'Is there anything we should know?',
  comments: 'Is there anything we should know?',
  message: 'What would you like to tell us?',
  question: 'What would you like to know?',
  topic: 'What is it about?',
  reason: 'What is the reason?',
}

function keepPrefix(words: string, suffix: RegExp): string {
  const rest = words.replace(suffix, '').trim()
  return rest === '' || rest === words ? '' : `${rest} `
}

/** Splits `workEmail`, `work_email` and `work-email` into two words. */
function toWords(name: string): string {
  const words = name.replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2').replaceAll(/[_\-\s]+/g, ' ')
  return words.trim().toLowerCase() || 'answer'
}
