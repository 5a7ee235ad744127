import { tokenizeText } from '../../../platform/search-text.ts'

/** Texts that attack the model or a page instead of asking something. A question that quotes code is a question. */
export function isHostileText(text: string): boolean {
  const withoutCode = text.replace(code, ' ')
  return injections.some((pattern) => pattern.test(text)) || (withoutCode !== text && countWords(withoutCode) < 2)
}

export const countWords = (text: string): number => tokenizeText(text).filter((word) => /\p{L}/u.test(word)).length

/** Markup, fill-ins, scripts and statements. */
const code =
  /<(script|style)\b[\s\S]*?<\/\1\s*>|<[^<>]*>|\{\{[^{}]*\}\}|\[\[[^[\]]*\]\]|\bjavascript:\S*|;\s*(?:drop|delete|insert|update|alter|truncate)\s[\s\S]*$/gi

/** Prompt injections: to ignore the instructions, to show them, or to play another role. */
const injections: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override)\b[^.?!]{0,30}\b(?:previous|prior|earlier|above|your|system)\b[^.?!]{0,20}\b(?:instructions?|prompts?|rules|messages?)\b/i,
  /\b(?:repeat|print|reveal|output|show|translate)\b[^.?!]{0,30}\byour (?:[a-z]+ )?(?:instructions|prompt|configuration)\b/i,
  /\b(?:your|the) (?:system|hidden|initial) prompt\b|\b(?:instructions|prompt)\b[\s\S]{0,20}\b(?:word for word|verbatim)\b/i,
  /\bfrom now on,? you (?:are|must|will)\b|\b(?:print|repeat) everything above\b/i,
  /[[<](?:system|assistant)[\]>]|\b(?:assistant|system):\s*(?:now|you|new)\b/i,
  /\b(?:ignora|olvida) (?:todas )?(?:las|tus) instrucciones\b/i,
  /\b(?:ignoriere|vergiss)\b[^.?!]{0,40}\banweisungen\b|\b(?:ignorez|oubliez)\b[^.?!]{0,40}\binstructions\b/i,
]
