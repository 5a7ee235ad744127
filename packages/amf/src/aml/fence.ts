/** The Markdown lines that the compiler must recognize: code fences, and list markers with nothing after them. */

export type FenceMark = {
  sign: string
  length: number
  /** The fence is followed by more than a language name. */
  hasWords: boolean
}

const opening = /^[\s>]*(?:(?:[-*+•]|\d{1,9}[.)])\s+)?(`{3,}|~{3,})(.*)$/su
const closing = /^[\s>]*(`{3,}|~{3,})$/u
const language = /^[\w+#.-]{0,20}$/
const listSign = /^(?:[-*+•]|\d{1,9}[.)])$/u

export function parseFenceStart(line: string): FenceMark | undefined {
  const first = line.charCodeAt(0)
  if ((first > 64 && first < 96) || (first > 96 && first < 126)) return undefined
  if (!line.includes('```') && !line.includes('~~~')) return undefined
  const [, run = '', info = ''] = opening.exec(line) ?? []
  if (run === '' || (run[0] === '`' && info.includes('`'))) return undefined
  return { sign: run.charAt(0), length: run.length, hasWords: !language.test(info.trim()) }
}

export function closesFence(line: string, fence: FenceMark): boolean {
  const run = closing.exec(line.trimEnd())?.[1]
  return run !== undefined && run[0] === fence.sign && run.length >= fence.length
}

export function isListMarker(line: string): boolean {
  return line.length < 200 && listSign.test(line.trim())
}

export function isBlank(line: string): boolean {
  const first = line.charCodeAt(0)
  return first > 32 && first < 127 ? false : line.trim() === ''
}
